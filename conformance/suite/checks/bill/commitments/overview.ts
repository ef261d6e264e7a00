import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { type Instrument, isOf, isUnused, over } from '../../../figures/commitment-rows.js';
import { plain } from '../../../figures/comparison.js';
import { daysOfMonth, isoDay, lengthOf, monthBefore, plusDays } from '../../../figures/days.js';
import {
  amount,
  type ExpectedFigure,
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
import { byId, feeQuery, feesIn } from '../../../figures/queries/fee-query.js';
import { type SavingsScope, savingsQuery } from '../../../figures/queries/savings-query.js';
import { compareFigures, compareList, type Figure } from '../../../figures/table.js';
import { requestTo } from '../../../request-to.js';
import { dataOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { nowOf } from '../../shared/timestamps.js';
import { type BillCase, ofBill, preference, sellerIn } from '../bill-check.js';
import { measured, type ProviderRead } from '../measured-days.js';
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

/** The last complete month of the server. On its last day it is complete for a server that shows the costs of that day. */
async function lastMonthOf({ probe }: BillCase, { days }: ProviderBill, today: string): Promise<string> {
  const running = today.slice(0, 7);
  if (days.last < today) return monthBefore(running);
  const exchange = await successOf(probe, requestTo('getEffectiveSavingsRate'));
  return dataOf(exchange).period === running ? running : monthBefore(running);
}

async function compareOverview(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const sent = { provider: provider.id };
  const exchange = await successOf(probe, requestTo('getCommitmentOverview', { query: sent }));
  const now = nowOf(exchange);
  if (Number.isNaN(now)) throw new NotApplicable('the overview has no timestamp with a time zone');
  const month = await lastMonthOf(billCase, provider, isoDay(now));
  const days = daysOfMonth(month);
  if (days.first < provider.days.first || days.last > provider.days.last)
    throw new NotApplicable('the bill does not have the last complete month of the server');
  const read = { ...billCase, provider, exchange, days };
  const of = (scope: SavingsScope) => savingsQuery(month, [provider.id], scope);
  const rows = [dataOf(exchange)];
  const spend: Figure = { field: 'total_cloud_spend_monthly', is: amount('effective_cost') };
  const esr: Figure = {
    ...{ field: 'global_esr', is: savingsRate, required: 'shown' },
    requiredIf: ({ figures }) => !figures.unknown_prices,
  };
  const eligible = await bill.total(of('eligible'));
  compareFigures(read, [spend], { rows, from: await bill.total(of('all')) });
  compareFigures(read, [esr], { rows, from: eligible });
  const by = { account_id: 'SubAccountId' };
  await compareList(read, {
    ...{ path: 'accounts', query: of('all'), by, order: ['effective_cost'] },
    figures: [{ field: 'monthly_spend', is: amount('effective_cost') }],
    missing: positive(amount('effective_cost')),
    // Usage without an account may be listed under a name that the server chose.
    mayLack: ({ account_id }) => !account_id,
  });
  const saved = { field: 'monthly_saved', is: amount('commitment_saved') };
  const figures = [saved, { field: 'esr_pct', is: savingsRate }];
  await compareList(read, { path: 'accounts', query: of('eligible'), by, figures });
  const ofMeasured = { ...read, days: (await measured(billCase, provider)).days };
  await compareCoverage(ofMeasured);
  await compareTotals(ofMeasured, provider);
  for (const instrument of ['ri', 'sp'] as const)
    await comparison.part(() => compareInstrument(billCase, ofMeasured, { instrument, eligible }));
}

/** Compares coverage of the measured days, and its change from the days before. */
async function compareCoverage(read: ProviderRead): Promise<void> {
  const { bill, provider, days, exchange } = read;
  const rows = [dataOf(exchange)];
  const from = await bill.total(eligibleQuery(provider, days));
  const share = { field: 'coverage_pct', is: coverage(), required: 'shown', requiredIf: hasPrices } as const;
  compareFigures(read, [share], { rows, from });
  const earlier = { first: plusDays(days.first, -30), last: plusDays(days.last, -30) };
  if (earlier.first < provider.days.first) return;
  const then = await bill.total(eligibleQuery(provider, earlier));
  const [current, before] = [coverage()(from, days), coverage()(then, earlier)];
  if (current.expected === null || before.expected === null) return;
  const change = {
    ...before,
    expected: current.expected - before.expected,
    formula: `${plain(current.expected)} - ${before.formula}`,
    terms: 2,
    slack: (current.slack ?? 0) + (before.slack ?? 0),
  };
  const isRequired = hasPrices(from) && hasPrices(then);
  const delta: Figure = {
    ...{ field: 'coverage_delta_pp', is: () => change, required: 'shown', requiredIf: () => isRequired },
  };
  compareFigures(read, [delta], { rows, from: then });
}

/** Compares what the commitments in some rows cost, and how many of them had an unused part. */
async function compareTotals(
  read: ProviderRead,
  { where }: Pick<ProviderBill, 'where'>,
  about = '',
): Promise<void> {
  const provider = { ...read.provider, where };
  await read.comparison.part(() => compareTotalFees({ ...read, provider }, about));
  await read.comparison.part(() => compareWasteCount({ ...read, provider }, about));
}

/** Compares the fees and the cost of unused commitment, if the bill determines the fee of each that ran. */
async function compareTotalFees(read: ProviderRead, about: string): Promise<void> {
  const { bill, provider, days, inactive, exchange } = read;
  const ran = await bill.expected({ ...feeQuery(provider, days), groupBy: byId });
  const { known, steady } = await feesIn(bill, provider, days);
  const ids = ran.map(({ group }) => group.id);
  if (ids.length === 0 || !ids.every((id) => known.has(id) && !inactive.has(id))) return;
  if (await startsBefore(bill, [provider.where], days)) return;
  const figures: Figure[] = [
    { field: 'estimated_waste_monthly', is: monthly('unused') },
    {
      field: 'total_committed_monthly',
      // The sum of the rounded fees of an inventory.
      is: monthly('fee', roundedHours * ids.length),
      when: () => ids.every((id) => steady.has(id)),
    },
  ];
  const from = await bill.total(feeQuery(provider, days));
  compareFigures(read, figures, { rows: [dataOf(exchange)], from, about });
}

const hasUnused = ({ figures: { unused, unused_rows } }: ExpectedRow) =>
  (unused_rows ?? 0) > 0 && (unused ?? 0) >= 0.01;

/** Unused rows that add up to nothing may count or not. */
const isClear = (row: ExpectedRow) => row.figures.unused_rows === 0 || hasUnused(row);

/** Compares the number of commitments with an unused part, if the server counts those that the bill has and no others. */
async function compareWasteCount(read: ProviderRead, about: string): Promise<void> {
  const { bill, provider, days, inactive, exchange } = read;
  const { where, figures } = feeQuery(provider, days);
  const { unused = '', days: charged = '' } = figures;
  const sums = { unused, unused_rows: over('count(*)', isUnused), days: charged };
  const rows = await bill.expected({ figures: sums, where, groupBy: byId });
  const ran = (row: ExpectedRow) => row.figures.days === lengthOf(days) && !inactive.has(row.group.id);
  const isSame = rows.length === dataOf(exchange).commitment_count;
  if (!isSame || !rows.every((row) => ran(row) && isClear(row))) return;
  const wasted = `count(DISTINCT CommitmentDiscountId) FILTER (WHERE ${isUnused})`;
  const from = await bill.total({ figures: { wasted }, where });
  const formula = 'the number of commitments with unused rows';
  const expected = rows.filter(hasUnused).length;
  const number: Figure = { field: 'waste_commitment_count', is: () => ({ from, expected, formula }) };
  compareFigures(read, [number], { rows: [dataOf(exchange)], from, about });
}

/** Compares what the commitments of one instrument covered and saved. */
async function compareInstrument(
  { probe, bill }: BillCase,
  { provider, ...ofAll }: ProviderRead,
  { instrument, eligible }: { readonly instrument: Instrument; readonly eligible: ExpectedRow },
): Promise<void> {
  const query = { provider: provider.id, commitment_type: instrument };
  const exchange = await successOf(probe, requestTo('getCommitmentOverview', { query }));
  const read = { ...ofAll, provider, exchange };
  const about = ` with \`commitment_type=${instrument}\``;
  const rows = [dataOf(exchange)];
  const share = { field: 'coverage_pct', is: coverage(`covered_by_${instrument}`) };
  compareFigures(read, [share], { rows, from: await bill.total(eligibleQuery(provider, read.days)), about });
  const whole = eligible.figures.on_demand_equivalent ?? 0;
  const { where, figures } = eligible.query;
  const from = await bill.total({ figures, where: [...where, isOf(instrument)] });
  const expected = percent(from.figures.commitment_saved, whole);
  const rate: ExpectedFigure = {
    ...{
      from,
      expected,
      unit: 'measure',
      slack: roundedParts(expected, whole),
      figures: ['commitment_saved'],
    },
    formula: `100 × commitment_saved / ${plain(whole)}`,
  };
  compareFigures(read, [{ field: 'global_esr', is: () => rate }], { rows, from, about });
  // A server may count a commitment without a category as either.
  const uncategorized = [provider.where, 'CommitmentDiscountCategory IS NULL'];
  if ((await bill.values('CommitmentDiscountId', uncategorized)).length > 0) return;
  await compareTotals(read, { where: `${provider.where} AND ${isOf(instrument)}` }, about);
}
