import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadBill } from '../../../../mocks/dataset/bill/load-bill.js';
import { csvOf, type FocusRow, usage } from '../../../../tests/support/bill/focus-files.js';
import { choose } from './page-bill.js';

const bill = (...changes: FocusRow[]) =>
  csvOf(changes.map((change, index) => ({ ...usage, ResourceId: `vm-${index}`, ...change })));
const { Tags: _, RegionId: __, ...short } = usage as Record<string, string>;
const committed = { CommitmentDiscountId: 'ri-1', CommitmentDiscountCategory: 'Usage' };

const guide = readFileSync(new URL('../../../examples/bill/costs.csv', import.meta.url), 'utf8');

test.each<[string, string, RegExp]>([
  ['of another currency', bill({ BillingCurrency: 'EUR' }), /^Amounts are in EUR/m],
  ['without columns', csvOf([short]), /^Column RegionId is missing in bill\.csv.*\nColumn Tags/m],
  ['without prices', bill({ ListCost: null }, { ContractedCost: '0' }), /^ListCost.*\nContractedCost/m],
  [
    'of two providers, the second without list prices',
    bill({}, { ListCost: null, ProviderName: 'Provider B', PublisherName: 'Provider B' }),
    /^ListCost .* 1 of 1 usage rows of Provider B.* No savings rate/m,
  ],
  ['without statuses', bill(committed, committed), /without CommitmentDiscountStatus: 2/],
  [
    'without quantities',
    bill({ ...committed, CommitmentDiscountStatus: 'Used' }),
    /without CommitmentDiscountQuantity: 1/,
  ],
  ['that ends during a day', bill({}), /^Usage ends during 2026-05-10/m],
  ['of the guide', guide, /^Commitments whose term is not in the data/m],
])('a page notes on a bill %s what the terminal notes', async (_name, csv, words) => {
  const content = new TextEncoder().encode(csv);
  const { info } = await loadBill({ paths: [], content, inventory: null, charges: {} });
  expect(info.notes.join('\n')).toMatch(words);
  expect((await choose(new File([content], 'bill.csv'))).notes).toEqual(info.notes);
});
