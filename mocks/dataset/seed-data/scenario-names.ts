/** The names of all scenarios, the default first; separate from their data, so that they load quickly. */
export const scenarios = [
  'default',
  'empty',
  'large',
  'unmeasured',
  'expiring-soon',
  'failing-lookups',
] as const;

/** The name of a scenario: a variant of the dataset. */
export type Scenario = (typeof scenarios)[number];
