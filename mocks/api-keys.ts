/** A key the mock knows. */
export interface ApiKey {
  readonly key: string;
  /** What it may do; a read-only key is refused every write with 403. */
  readonly scope: 'read' | 'read-write';
}

/** The keys of a mock that was given none. They are public, so they open nothing but a mock. */
export const testKeys: readonly ApiKey[] = [
  { key: 'ccc_test_caller', scope: 'read-write' },
  { key: 'ccc_test_second_caller', scope: 'read-write' },
  { key: 'ccc_test_limit', scope: 'read-write' },
  { key: 'ccc_test_reader', scope: 'read' },
];

/** The test keys in the order a conformance run takes them: caller, stranger, and one to use up. */
export const callerKeys: readonly string[] = testKeys
  .filter(({ scope }) => scope === 'read-write')
  .map(({ key }) => key);
