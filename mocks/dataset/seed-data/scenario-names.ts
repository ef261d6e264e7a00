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

/** The name of the scenario that serves billing data, of a mock that was started with some. */
export const dataScenario = 'data';

/** A scenario that a mock can serve. */
export type MockScenario = Scenario | typeof dataScenario;
