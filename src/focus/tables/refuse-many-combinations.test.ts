import { expect, onTestFinished, test } from 'vitest';
import { csvOf, temporaryFiles, usage } from '../../../tests/support/bill/focus-files.js';
import { openCharges } from '../open-charges.js';
import { refuseManyCombinations } from './refuse-many-combinations.js';

const files = temporaryFiles();

test.each([
  [
    { combinations: 99 },
    /^The bill has 100 combinations of .* with 100 sets of tags of \d,\d+ characters\. The mock reads at most 99 comb/,
  ],
  [
    { tagCharacters: 500 },
    /at most 1,000,000 combinations, and 500 characters of tags\. Aggregate the bill with 'npx cloud-cost-contract data sql'/,
  ],
  [{}, null],
  [{ combinations: 100 }, null],
])('with the limits %j', async (limits, refusal) => {
  const rows = Array.from({ length: 100 }, (_, at) => ({ ...usage, Tags: `{"key_${at}": "value"}` }));
  const charges = await openCharges([files.write('tags.csv', csvOf(rows))]);
  onTestFinished(() => charges.close());
  const read = refuseManyCombinations(charges.connection, limits);
  if (refusal === null) await read;
  else await expect(read).rejects.toThrow(refusal);
});
