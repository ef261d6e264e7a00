import { expect, test } from 'vitest';
import { judge } from './judge.js';
import { subjectServers } from './subjects/index.js';

// The two servers have different data and clocks, and only the fault in common.
test.each(
  Object.values(subjectServers)
    .flat()
    .map((server) => [server.name, server] as const),
)('%s has the same fingerprints on servers with different data', async (_, { caughtBy, change }) => {
  const fingerprintsOn = async (base: 'independent' | 'mock') => {
    const { results } = await judge({ base, change, only: [caughtBy] });
    return new Set(results.flatMap(({ fingerprint }) => fingerprint ?? []));
  };
  const [independent, mock] = [await fingerprintsOn('independent'), await fingerprintsOn('mock')];
  // A server without the data does not show the fault.
  if (independent.size > 0 && mock.size > 0) expect(independent).toEqual(mock);
});
