/** Every scenario by name, the default first; apart from their data, so that the names load at once. */
export const scenarios = [
  'default',
  'empty',
  'large',
  'unmeasured',
  'expiring-soon',
  'failing-lookups',
] as const;

/** A kind of world. */
export type Scenario = (typeof scenarios)[number];
