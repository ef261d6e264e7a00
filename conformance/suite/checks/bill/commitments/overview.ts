import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { type Instrument, isOf, isUnused } from '../../../figures/commitment-rows.js';
import { plain } from '../../../figures/comparison.js';
import { daysOfMonth, isoDay, lengthOf, monthBefore, plusDays } from '../../../figures/days.js';
import {
  amount,
  type Formula,
  monthly,
  percent,
  positive,
  rateOf,
  roundedParts,
} from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { startsBefore } from '../../../figures/long-periods.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { coverage, eligibleQuery, hasPrices } from '../../../figures/queries/coverage-query.js';
import { feeQuery, feesIn } from '../../../figures/queries/fee-query.js';
import { savingsQuery } from '../../../figures/queries/savings-query.js';
import { compareFigures, compareList, type Figure } from '../../../figures/table.js';
import { requestTo } from '../../../request-to.js';
import { nowOf } from '../../shared/timestamps.js';
import {
  type BillCase,
  measured,
  ofBill,
  type ProviderRead,
  preference,
  readOf,
  sellerIn,
} from '../bill-check.js';
import { roundedHours } from './commitment.js';

export const overviewChecks: readonly Check[] = [
  ofBill('getCommitmentOverview', {
    id: 'bill.overview-is-of-the-last-complete-month',
    ...preference,
    requirement:
      'The overview shows the effective cost of usage in the last complete month, and what commitments saved of eligible usage.',
    requests: 3,
    of: (billCase) => [sellerIn(billCase)],
    compare: compareOverview,
  }),
];

/** The part of what usage would cost on demand that commitments saved. */
const savingsRate = rateOf('commitment_saved', 'on_demand_equivalent');

async function compareOverview(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const all = provider.days;
  const plan = requestTo('getCommitmentOverview', { query: { provider: provider.id } });
  const read = await readOf(billCase, plan, provider, all);
  const now = nowOf(read.exchange);
  if (Number.isNaN(now)) throw new NotApplicable('the overview has no timestamp with a time zone');
  const month = await lastMonthOf(billCase, provider, isoDay(now));
  const { first, last } = daysOfMonth(month);
  if (first < all.first || last > all.last)
    throw new NotApplicable('the bill does not have the last complete month of the server');
  const groupBy = { account_id: 'SubAccountId' };
  const [ofAll, ofEligible] = [
    savingsQuery(month, [provider.id], 'all'),
    savingsQuery(month, [provider.id], 'eligible'),
  ];
  const eligible = await bill.total(ofEligible);
  const rows = [read.data];
  const hasKnownPrices = ({ figures }: ExpectedRow) => !figures.unknown_prices;
  const esr: Figure = { field: 'global_esr', is: savingsRate, required: 'shown', requiredIf: hasKnownPrices };
  const spend: Figure = { field: 'total_cloud_spend_monthly', is: amount('effective_cost') };
  compareFigures(read, [spend], { rows, from: await bill.total(ofAll) });
  // A provider that has not been measured has no savings.
  const { days } = await measured(billCase, provider);
  compareFigures(read, [esr], { rows, from: eligible });
  await compareList(read, {
    ...{ path: 'accounts', query: { ...ofAll, groupBy }, order: ['effective_cost'] },
    figures: [{ field: 'monthly_spend', is: amount('effective_cost') }],
    missing: positive(amount('effective_cost')),
    // Usage without an account may be listed under a name that the server chose.
    mayLack: ({ account_id }) => !account_id,
  });
  const saved: Figure = { field: 'monthly_saved', is: amount('commitment_saved') };
  const figures = [saved, { field: 'esr_pct', is: savingsRate }];
  await compareList(read, { path: 'accounts', query: { ...ofEligible, groupBy }, figures });
  await compareCoverage({ ...read, days });
  await compareTotals({ ...read, days });
  for (const instrument of ['ri', 'sp'] as const)
    await comparison.part(() => compareInstrument({ ...read, days }, instrument, eligible));
}

/** The last complete month of the server. On its last day it is complete for a server that shows the costs of that day. */
async function lastMonthOf(billCase: BillCase, provider: ProviderBill, today: string): Promise<string> {
  const running = today.slice(0, 7);
  if (provider.days.last < today) return monthBefore(running);
  const { data } = await readOf(billCase, requestTo('getEffectiveSavingsRate'), provider, provider.days);
  return data.period === running ? running : monthBefore(running);
}

/** Compares coverage of the measured days, and its change from the days before. */
async function compareCoverage(read: ProviderRead): Promise<void> {
  const { bill, provider, days, data } = read;
  const from = await bill.total(eligibleQuery(provider, days));
  const share = { field: 'coverage_pct', is: coverage(), required: 'shown', requiredIf: hasPrices } as const;
  compareFigures(read, [share], { rows: [data], from });
  const earlier = { first: plusDays(days.first, -30), last: plusDays(days.last, -30) };
  if (earlier.first < provider.days.first) return;
  const then = await bill.total(eligibleQuery(provider, earlier));
  const [current, before] = [coverage()(from, days), coverage()(then, earlier)];
  if (current.expected === null || before.expected === null) return;
  const expected = current.expected - before.expected;
  const formula = `${plain(current.expected)} - ${before.formula}`;
  const change = {
    ...before,
    expected,
    formula,
    terms: 2,
    slack: (current.slack ?? 0) + (before.slack ?? 0),
  };
  const requiredIf = () => hasPrices(from) && hasPrices(then);
  const delta: Figure = { field: 'coverage_delta_pp', is: () => change, required: 'shown', requiredIf };
  compareFigures(read, [delta], { rows: [data], from: then });
}

/** Compares what the commitments of a provider cost, and how many of them had an unused part. */
async function compareTotals(read: ProviderRead, about = ''): Promise<void> {
  await read.comparison.part(() => compareTotalFees(read, about));
  await read.comparison.part(() => compareWasteCount(read, about));
}

/** Compares the fees and the cost of unused commitment, if the bill determines the fee of each that ran. */
async function compareTotalFees(read: ProviderRead, about: string): Promise<void> {
  const { bill, provider, days, inactive, data } = read;
  const { groupBy: _, ...query } = feeQuery(provider, days);
  const ids = (await bill.expected(feeQuery(provider, days))).map(({ group }) => group.id);
  const { known, steady } = await feesIn(bill, provider, days);
  if (ids.length === 0 || !ids.every((id) => known.has(id) && !inactive.has(id))) return;
  if (await startsBefore(bill, [provider.where], days)) return;
  // The sum of the rounded fees of an inventory.
  const fees = monthly('fee', roundedHours * ids.length);
  const figures: Figure[] = [
    { field: 'estimated_waste_monthly', is: monthly('unused') },
    { field: 'total_committed_monthly', is: fees, when: () => ids.every((id) => steady.has(id)) },
  ];
  compareFigures(read, figures, { rows: [data], from: await bill.total(query), about });
}

const hasUnused = ({ figures: { unused, unused_rows } }: ExpectedRow) =>
  (unused_rows ?? 0) > 0 && (unused ?? 0) >= 0.01;

/** Unused rows that add up to nothing may count or not. */
const isClear = (row: ExpectedRow) => row.figures.unused_rows === 0 || hasUnused(row);

/** Compares the number of commitments with an unused part, if the server counts those that the bill has and no others. */
async function compareWasteCount(read: ProviderRead, about: string): Promise<void> {
  const { bill, provider, days, inactive, data } = read;
  const { where } = feeQuery(provider, days);
  const rows = await bill.expected(feeQuery(provider, days));
  const ran = (row: ExpectedRow) => row.figures.days === lengthOf(days) && !inactive.has(row.group.id);
  if (rows.length !== data.commitment_count || !rows.every((row) => ran(row) && isClear(row))) return;
  const wasted = `count(DISTINCT CommitmentDiscountId) FILTER (WHERE ${isUnused})`;
  const from = await bill.total({ figures: { wasted }, where });
  const formula = 'the number of commitments with unused rows';
  const expected = rows.filter(hasUnused).length;
  const number: Figure = { field: 'waste_commitment_count', is: () => ({ from, expected, formula }) };
  compareFigures(read, [number], { rows: [data], from, about });
}

/** Compares what the commitments of one instrument covered and saved. */
async function compareInstrument(
  ofAll: ProviderRead,
  instrument: Instrument,
  eligible: ExpectedRow,
): Promise<void> {
  const { bill, provider, days } = ofAll;
  const query = { provider: provider.id, commitment_type: instrument };
  const read = await readOf(ofAll, requestTo('getCommitmentOverview', { query }), provider, days);
  const compared = { rows: [read.data], about: ` with \`commitment_type=${instrument}\`` };
  const share = { field: 'coverage_pct', is: coverage(`covered_by_${instrument}`) };
  compareFigures(read, [share], { ...compared, from: await bill.total(eligibleQuery(provider, days)) });
  const { where, figures } = eligible.query;
  const from = await bill.total({ figures, where: [...where, isOf(instrument)] });
  const whole = eligible.figures.on_demand_equivalent ?? 0;
  const expected = percent(from.figures.commitment_saved, whole);
  const formula = `100 × commitment_saved / ${plain(whole)}`;
  const rate: Formula = (row) => ({
    ...{ from: row, expected, formula, figures: ['commitment_saved'] },
    ...{ unit: 'measure', slack: roundedParts(expected, whole) },
  });
  compareFigures(read, [{ field: 'global_esr', is: rate }], { ...compared, from });
  // A server may count a commitment without a category as either.
  const uncategorized = [provider.where, 'CommitmentDiscountCategory IS NULL'];
  if ((await bill.values('CommitmentDiscountId', uncategorized)).length > 0) return;
  const own = { ...provider, where: `${provider.where} AND ${isOf(instrument)}` };
  await compareTotals({ ...read, provider: own }, compared.about);
}
