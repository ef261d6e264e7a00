import fc from 'fast-check';

/** Number of datasets of each scenario to test: `SEED_RUNS`, or one for each scenario. */
const runs = Number(process.env.SEED_RUNS ?? 5);

export interface DatasetStart {
  readonly seed: number;
  /** ISO 8601. */
  readonly now: string;
}

/** The default start, and two edge cases of the calendar. */
const edges: readonly DatasetStart[] = [
  { seed: 1, now: '2026-06-15T12:00:00Z' },
  { seed: 77, now: '2025-03-01T00:30:00Z' },
  { seed: 9999, now: '2028-02-29T23:10:00Z' },
];

const anyStart = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  now: fc
    .date({
      min: new Date('2025-01-01T00:00:00Z'),
      max: new Date('2028-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
});

/** The same in every run, so that failures are reproducible. */
export const datasetStarts: readonly DatasetStart[] = [
  ...edges,
  ...fc.sample(anyStart, { numRuns: Math.max(1, runs - edges.length), seed: 1 }),
].slice(0, runs);
