import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { proposal } from '../../../claims.js';
import { type Instrument, instruments, isOf, isUnused } from '../../../figures/commitment-rows.js';
import { plain } from '../../../figures/comparison.js';
import { daysOfMonth, lengthOf, monthBefore, plusDays } from '../../../figures/days.js';
import {
  amount,
  type Formula,
  monthly,
  percent,
  positive,
  rateOf,
  roundedParts,
  sumOf,
} from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { byCommitment, knownCommitments, startsBefore } from '../../../figures/queries/commitment-query.js';
import {
  coverage,
  eligibleQuery,
  hasPrices,
  shownWithPrices,
} from '../../../figures/queries/coverage-query.js';
import { narrow } from '../../../figures/queries/query.js';
import { savingsQuery } from '../../../figures/queries/savings-query.js';
import { compareTable, type Figure } from '../../../figures/table.js';
import { type BillCase, ofBill, type ProviderRead, todayOf } from '../bill-check.js';
import { roundedHours } from './commitment.js';

export const overviewChecks: readonly Check[] = [
  ofBill('getCommitmentOverview', {
    id: 'bill.overview-is-of-the-last-complete-month',
    ...proposal,
    requirement:
      'The overview shows the effective cost of usage in the last complete month, and what commitments saved of eligible usage.',
    requests: 3,
    of: (billCase) => [billCase.seller],
    compare: compareOverview,
  }),
];

/** The part of what usage would cost on demand that commitments saved. */
const savingsRate = rateOf('commitment_saved', 'on_demand_equivalent');

async function compareOverview(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const all = provider.days;
  const query = { provider: provider.id };
  const read = await billCase.read('getCommitmentOverview', provider, { query });
  const month = await lastMonthOf(billCase, provider, todayOf(read));
  const { first, last } = daysOfMonth(month);
  if (first < all.first || last > all.last)
    throw new NotApplicable('the bill does not have the last complete month of the server');
  const groupBy = { account_id: 'SubAccountId' };
  const [ofAll, ofEligible] = [
    savingsQuery(month, [provider.id], 'all'),
    savingsQuery(month, [provider.id], 'eligible'),
  ];
  const eligible = await bill.total(ofEligible);
  const hasKnownPrices = ({ figures }: ExpectedRow) => !figures.unknown_prices;
  const esr: Figure = { field: 'global_esr', is: savingsRate, required: 'shown', requiredIf: hasKnownPrices };
  const spend: Figure = { field: 'total_cloud_spend_monthly', is: amount('effective_cost') };
  await compareTable(read, { query: ofAll, figures: [spend] });
  // A provider that has not been measured has no savings.
  const { days } = await billCase.measured(provider);
  await compareTable(read, { query: ofEligible, figures: [esr] });
  await compareTable(read, {
    ...{ path: 'accounts[]', query: { ...ofAll, groupBy }, order: ['effective_cost'] },
    figures: [{ field: 'monthly_spend', is: amount('effective_cost') }],
    missing: positive(amount('effective_cost')),
    // Usage without an account may be listed under a name that the server chose.
    mayLack: ({ account_id }) => !account_id,
  });
  const saved: Figure = { field: 'monthly_saved', is: amount('commitment_saved') };
  const figures = [saved, { field: 'esr_pct', is: savingsRate }];
  await compareTable(read, { path: 'accounts[]', query: { ...ofEligible, groupBy }, figures });
  await compareCoverage({ ...read, days });
  await compareTotals({ ...read, days });
  for (const instrument of instruments)
    await comparison.part(() => compareInstrument({ ...read, days }, instrument, eligible));
}

/** The last complete month of the server. On its last day it is complete for a server that shows the costs of that day. */
async function lastMonthOf(billCase: BillCase, provider: ProviderBill, today: string): Promise<string> {
  const running = today.slice(0, 7);
  if (provider.days.last < today) return monthBefore(running);
  const { data } = await billCase.read('getEffectiveSavingsRate', provider);
  return data.period === running ? running : monthBefore(running);
}

/** Compares coverage of the measured days, and its change from the days before. */
async function compareCoverage(read: ProviderRead): Promise<void> {
  const { bill, provider, days } = read;
  const query = eligibleQuery(provider, days);
  const share = { field: 'coverage_pct', is: coverage(), ...shownWithPrices };
  await compareTable(read, { query, figures: [share] });
  const earlier = { first: plusDays(days.first, -30), last: plusDays(days.last, -30) };
  if (earlier.first < provider.days.first) return;
  const from = await bill.total(query);
  const current = coverage()(from, days);
  const delta: Formula = (then) => {
    const before = coverage()(then, earlier);
    const isKnown = current.expected !== null && before.expected !== null;
    return {
      ...before,
      expected: isKnown ? Number(current.expected) - Number(before.expected) : null,
      formula: `${plain(current.expected ?? 0)} - ${before.formula}`,
      ...{ terms: 2, slack: (current.slack ?? 0) + (before.slack ?? 0) },
    };
  };
  const requiredIf = (then: ExpectedRow) => hasPrices(from) && hasPrices(then);
  const change = { field: 'coverage_delta_pp', is: delta, required: 'shown', requiredIf } as const;
  await compareTable(read, { query: eligibleQuery(provider, earlier), figures: [change] });
}

/** Compares what the commitments of a provider cost, and how many of them had an unused part. */
async function compareTotals(read: ProviderRead, about = ''): Promise<void> {
  await read.comparison.part(() => compareTotalFees(read, about));
  await read.comparison.part(() => compareWasteCount(read, about));
}

/** Compares the fees and the cost of unused commitment, if the bill determines the fee of each that ran. */
async function compareTotalFees(read: ProviderRead, about: string): Promise<void> {
  const { bill, provider, days, inactive } = read;
  const query = byCommitment(provider, days);
  const ids = (await bill.expected(query)).map(({ group }) => group.id);
  const { priced, steady } = await knownCommitments(bill, provider, days);
  if (ids.length === 0 || !ids.every((id) => priced.has(id) && !inactive.has(id))) return;
  if (await startsBefore(bill, [provider.where], days)) return;
  // The sum of the rounded fees of an inventory.
  const fees = monthly('cost', roundedHours * ids.length);
  await compareTable(read, {
    ...{ query: { ...query, groupBy: {} }, about },
    figures: [
      { field: 'estimated_waste_monthly', is: monthly('cost - used_cost') },
      { field: 'total_committed_monthly', is: fees, when: () => ids.every((id) => steady.has(id)) },
    ],
  });
}

const hasUnused = (row: ExpectedRow) =>
  (row.figures.unused_rows ?? 0) > 0 && sumOf(row, 'cost - used_cost') >= 0.01;

/** Unused rows that add up to nothing may count or not. */
const isClear = (row: ExpectedRow) => row.figures.unused_rows === 0 || hasUnused(row);

/** Compares the number of commitments with an unused part, if the server counts those that the bill has and no others. */
async function compareWasteCount(read: ProviderRead, about: string): Promise<void> {
  const { bill, provider, days, inactive, data } = read;
  const { where } = byCommitment(provider, days);
  const rows = await bill.expected(byCommitment(provider, days));
  const ran = (row: ExpectedRow) => row.figures.days === lengthOf(days) && !inactive.has(row.group.id);
  if (rows.length !== data.commitment_count || !rows.every((row) => ran(row) && isClear(row))) return;
  const wasted = `count(DISTINCT CommitmentDiscountId) FILTER (WHERE ${isUnused})`;
  const is: Formula = (from) => ({
    ...{ from, expected: rows.filter(hasUnused).length },
    formula: 'the number of commitments with unused rows',
  });
  const figures = [{ field: 'waste_commitment_count', is }];
  await compareTable(read, { query: { figures: { wasted }, where }, about, figures });
}

/** Compares what the commitments of one instrument covered and saved. */
async function compareInstrument(
  ofAll: ProviderRead,
  instrument: Instrument,
  eligible: ExpectedRow,
): Promise<void> {
  const { bill, provider, days } = ofAll;
  const request = { query: { provider: provider.id, commitment_type: instrument }, days };
  const read = await ofAll.billCase.read('getCommitmentOverview', provider, request);
  const table = { about: ` with \`commitment_type=${instrument}\`` };
  const share = { field: 'coverage_pct', is: coverage(`covered_by_${instrument}`) };
  await compareTable(read, { ...table, query: eligibleQuery(provider, days), figures: [share] });
  const whole = eligible.figures.on_demand_equivalent ?? 0;
  const rate: Formula = (from) => {
    const expected = percent(from.figures.commitment_saved, whole);
    const formula = `100 × commitment_saved / ${plain(whole)}`;
    const slack = roundedParts(expected, whole);
    return { from, expected, formula, figures: ['commitment_saved'], unit: 'measure', slack };
  };
  const query = narrow(eligible.query, isOf(instrument));
  await compareTable(read, { ...table, query, figures: [{ field: 'global_esr', is: rate }] });
  // A server may count a commitment without a category as either.
  const uncategorized = [provider.where, 'CommitmentDiscountCategory IS NULL'];
  if ((await bill.values('CommitmentDiscountId', uncategorized)).length > 0) return;
  const own = { ...provider, where: `${provider.where} AND ${isOf(instrument)}` };
  await compareTotals({ ...read, provider: own }, table.about);
}
