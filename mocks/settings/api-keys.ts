/** An API key that the mock accepts. */
export interface ApiKey {
  readonly key: string;
  /** Writes with a `read` key return 403. */
  readonly scope: 'read' | 'read-write';
}

/** The default API keys. They are public. */
export const testKeys: readonly ApiKey[] = [
  { key: 'ccc_test_caller', scope: 'read-write' },
  { key: 'ccc_test_second_caller', scope: 'read-write' },
  { key: 'ccc_test_limit', scope: 'read-write' },
  { key: 'ccc_test_reader', scope: 'read' },
];

/** The test keys in the order a conformance run uses them: caller, second caller, rate-limited caller. */
export const callerKeys: readonly string[] = testKeys
  .filter(({ scope }) => scope === 'read-write')
  .map(({ key }) => key);
