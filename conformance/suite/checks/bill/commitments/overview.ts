import type { Check } from '../../../../engine/check.js';
import { count } from '../../../../engine/count.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { type Instrument, isOf } from '../../../figures/commitment-rows.js';
import { plain } from '../../../figures/comparison.js';
import { daysOfMonth, isoDay, monthBefore, plusDays } from '../../../figures/days.js';
import { type ExpectedFigure, monthly, percent, roundedParts } from '../../../figures/formulas.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { startsBefore } from '../../../figures/long-periods.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { coverageIn, eligibleQuery, hasPrices } from '../../../figures/queries/coverage-query.js';
import { feeQuery, feesIn } from '../../../figures/queries/fee-query.js';
import type { Query } from '../../../figures/queries/query.js';
import { savingsQuery } from '../../../figures/queries/savings-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { nowOf } from '../../shared/timestamps.js';
import { type BillCase, ofBill, sellerIn } from '../bill-check.js';
import { compareOrder } from '../costs/compare-order.js';
import { measuredDays } from '../measured-days.js';
import { hasAccount, roundedHours } from './compare-commitment.js';
import { compareWasteCount, type Headline } from './compare-waste-count.js';

export const overviewChecks: readonly Check[] = [
  ofBill('getCommitmentOverview', {
    id: 'bill.overview-is-of-the-last-complete-month',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The overview shows the effective cost of usage in the last complete month, and what commitments saved of eligible usage.',
    requests: 3,
    async compare(billCase) {
      await compareOverview(billCase, sellerIn(billCase));
    },
  }),
];

/** The last complete month of the server. On its last day it is complete for a server that shows the costs of that day. */
async function lastMonthOf({ probe }: BillCase, { days }: ProviderBill, today: string): Promise<string> {
  const running = today.slice(0, 7);
  if (days.last < today) return monthBefore(running);
  const exchange = await successOf(probe, requestTo('getEffectiveSavingsRate'));
  return dataOf(exchange).period === running ? running : monthBefore(running);
}

async function compareOverview(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const exchange = await successOf(
    probe,
    requestTo('getCommitmentOverview', { query: { provider: provider.id } }),
  );
  const now = nowOf(exchange);
  if (Number.isNaN(now)) throw new NotApplicable('the overview has no timestamp with a time zone');
  const month = await lastMonthOf(billCase, provider, isoDay(now));
  const days = daysOfMonth(month);
  if (days.first < provider.days.first || days.last > provider.days.last) {
    throw new NotApplicable('the bill does not have the last complete month of the server');
  }
  const data = dataOf(exchange);
  const ofMonth = (scope: 'all' | 'eligible') => savingsQuery(month, [provider.id], scope);
  const all = await bill.total(ofMonth('all'));
  comparison.figure({
    name: '`total_cloud_spend_monthly`',
    actual: data.total_cloud_spend_monthly,
    expected: all.figures.effective_cost ?? null,
    figures: ['effective_cost'],
    from: all,
    exchange,
  });
  const eligible = await bill.total(ofMonth('eligible'));
  comparison.figure({
    name: '`global_esr`',
    actual: data.global_esr,
    ...rateOf(eligible),
    exchange,
    isRequired: !eligible.figures.unknown_prices,
  });
  await compareCoverage(billCase, provider, exchange);
  await compareAccounts(billCase, exchange, ofMonth);
  await compareTotals(billCase, provider, { exchange });
  for (const instrument of ['ri', 'sp'] as const) {
    await comparison.part(() => compareInstrument(billCase, { provider, instrument, eligible }));
  }
}

/** Compares what the commitments in some rows cost, and how many of them had an unused part. */
async function compareTotals(billCase: BillCase, rows: ProviderBill, headline: Headline): Promise<void> {
  await billCase.comparison.part(() => compareTotalFees(billCase, rows, headline));
  await billCase.comparison.part(() => compareWasteCount(billCase, rows, headline));
}

/** Compares the fees and the cost of unused commitment, if the bill determines the fee of each that ran. */
async function compareTotalFees(
  billCase: BillCase,
  provider: ProviderBill,
  { exchange, about = '' }: Headline,
): Promise<void> {
  const { bill, comparison, inactive } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const fees = await feesIn(bill, provider, days);
  if (fees.length === 0 || !fees.every(({ isKnown, from }) => isKnown && !inactive.has(from.group.id)))
    return;
  if (await startsBefore(bill, [provider.where], days)) return;
  const total = await bill.total(feeQuery(provider, days));
  comparison.figure({
    ...monthly(total, 'unused', days),
    name: `\`estimated_waste_monthly\`${about}`,
    actual: dataOf(exchange).estimated_waste_monthly,
    exchange,
  });
  if (!fees.every(({ isSteady }) => isSteady)) return;
  comparison.figure({
    ...monthly(total, 'fee', days),
    name: `\`total_committed_monthly\`${about}`,
    actual: dataOf(exchange).total_committed_monthly,
    exchange,
    // The sum of the rounded fees of an inventory.
    slack: roundedHours * fees.length,
  });
}

/** Compares what the commitments of one instrument covered and saved. */
async function compareInstrument(
  billCase: BillCase,
  {
    provider,
    instrument,
    eligible,
  }: { provider: ProviderBill; instrument: Instrument; eligible: ExpectedRow },
): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const query = { provider: provider.id, commitment_type: instrument };
  const exchange = await successOf(probe, requestTo('getCommitmentOverview', { query }));
  const { coverage_pct, global_esr } = dataOf(exchange);
  const about = ` with \`commitment_type=${instrument}\``;
  const { days } = await measuredDays(billCase, provider);
  comparison.figure({
    ...coverageIn(await bill.total(eligibleQuery(provider, days)), `covered_by_${instrument}`),
    name: `\`coverage_pct\`${about}`,
    actual: coverage_pct,
    exchange,
  });
  const whole = eligible.figures.on_demand_equivalent;
  const { where, figures } = eligible.query;
  const saved = await bill.total({ figures, where: [...where, isOf(instrument)] });
  const expected = percent(saved.figures.commitment_saved, whole);
  comparison.figure({
    name: `\`global_esr\`${about}`,
    actual: global_esr,
    expected,
    slack: roundedParts(expected, whole),
    formula: `100 × commitment_saved / ${plain(whole ?? 0)}`,
    figures: ['commitment_saved'],
    from: saved,
    exchange,
    unit: 'measure',
  });
  // A server may count a commitment without a category as either.
  const uncategorized = [provider.where, 'CommitmentDiscountCategory IS NULL'];
  if ((await bill.values('CommitmentDiscountId', uncategorized)).length > 0) return;
  const rows = { ...provider, where: `${provider.where} AND ${isOf(instrument)}` };
  await compareTotals(billCase, rows, { exchange, about });
}

/** Compares the accounts, each with the rows of its own. */
async function compareAccounts(
  { bill, comparison }: BillCase,
  exchange: CompleteExchange,
  ofMonth: (scope: 'all' | 'eligible') => Query,
): Promise<void> {
  const groupBy = { account_id: 'SubAccountId' };
  const costs = await bill.expected({ ...ofMonth('all'), groupBy });
  const savings = await bill.expected({ ...ofMonth('eligible'), groupBy });
  const rows = rowsOf(dataOf(exchange).accounts);
  reportMissing(comparison, { costs, rows, exchange });
  compareOrder(comparison, {
    name: '`accounts`',
    shown: rows.map(({ account_id }) => costs.find(({ group }) => group.account_id === account_id)),
    group: 'account_id',
    figures: ['effective_cost'],
    exchange,
  });
  for (const row of rows) {
    const isOwn = ({ group }: ExpectedRow) => group.account_id === row.account_id;
    compareAccount(comparison, { row, cost: costs.find(isOwn), saved: savings.find(isOwn), exchange });
  }
}

interface Account {
  /** What the response shows of the account. */
  readonly row: any;
  readonly cost: ExpectedRow | undefined;
  readonly saved: ExpectedRow | undefined;
  readonly exchange: CompleteExchange;
}

function compareAccount(comparison: BillCase['comparison'], { row, cost, saved, exchange }: Account): void {
  const name = `of account ${shownValue(row.account_id)}`;
  if (cost) {
    comparison.figure({
      name: `\`monthly_spend\` ${name}`,
      actual: row.monthly_spend,
      expected: cost.figures.effective_cost ?? null,
      figures: ['effective_cost'],
      from: cost,
      exchange,
    });
  }
  if (!saved) return;
  comparison.figure({
    name: `\`monthly_saved\` ${name}`,
    actual: row.monthly_saved,
    expected: saved.figures.commitment_saved ?? null,
    figures: ['commitment_saved'],
    from: saved,
    exchange,
  });
  comparison.figure({
    name: `\`esr_pct\` ${name}`,
    actual: row.esr_pct,
    ...rateOf(saved),
    exchange,
  });
}

/** Reports accounts that are not listed although they have costs. */
function reportMissing(
  comparison: BillCase['comparison'],
  {
    costs,
    rows,
    exchange,
  }: { costs: readonly ExpectedRow[]; rows: readonly any[]; exchange: CompleteExchange },
): void {
  for (const from of costs) {
    const { account_id } = from.group;
    const cost = from.figures.effective_cost ?? 0;
    if (!hasAccount(from) || cost < 0.01 || rows.some((row) => row.account_id === account_id)) continue;
    const message = `\`accounts\` lacks account ${shownValue(account_id)}.`;
    const found = count(rows.length, 'account');
    comparison.violation({ message, actual: found, exchange, basis: 'proposed' }, from, plain(cost));
  }
}

function rateOf(from: ExpectedRow): ExpectedFigure {
  const [part, whole] = ['commitment_saved', 'on_demand_equivalent'] as const;
  const expected = percent(from.figures[part], from.figures[whole]);
  const slack = roundedParts(expected, from.figures[whole]);
  const formula = `100 × ${part} / ${whole}`;
  return { from, expected, figures: [part, whole], formula, unit: 'measure', slack };
}

/** Compares coverage of the measured days, and its change from the days before. */
async function compareCoverage(
  billCase: BillCase,
  provider: ProviderBill,
  exchange: CompleteExchange,
): Promise<void> {
  const { bill, comparison } = billCase;
  const { coverage_pct, coverage_delta_pp } = dataOf(exchange);
  const { days } = await measuredDays(billCase, provider);
  const now = await bill.total(eligibleQuery(provider, days));
  const share = coverageIn(now);
  const isRequired = hasPrices(now);
  comparison.figure({ ...share, name: '`coverage_pct`', actual: coverage_pct, exchange, isRequired });
  const earlier = { first: plusDays(days.first, -30), last: plusDays(days.last, -30) };
  if (earlier.first < provider.days.first) return;
  const then = await bill.total(eligibleQuery(provider, earlier));
  const before = coverageIn(then);
  if (share.expected === null || before.expected === null) return;
  comparison.figure({
    ...before,
    name: '`coverage_delta_pp`',
    actual: coverage_delta_pp,
    expected: share.expected - before.expected,
    formula: `${plain(share.expected)} - ${before.formula}`,
    exchange,
    isRequired: isRequired && hasPrices(then),
    terms: 2,
    slack: (share.slack ?? 0) + (before.slack ?? 0),
  });
}
