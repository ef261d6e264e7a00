import { expect, test } from 'vitest';
import { faultyServersByArea } from './index.js';
import { judge } from './judge.js';

// The two servers hold other data at other times, so only what is wrong is the same.
test.each((faultyServersByArea.meaning ?? []).map((server) => [server.name, server] as const))(
  '%s has the same fingerprints on servers of other data',
  async (_, { caughtBy, change }) => {
    const fingerprintsOn = async (base: 'independent' | 'mock') => {
      const { results } = await judge({ base, change, only: [caughtBy] });
      return new Set(results.flatMap(({ fingerprint }) => fingerprint ?? []));
    };
    const [here, there] = [await fingerprintsOn('independent'), await fingerprintsOn('mock')];
    // What one of them does not hold cannot be wrong there.
    if (here.size > 0 && there.size > 0) expect(here).toEqual(there);
  },
);
