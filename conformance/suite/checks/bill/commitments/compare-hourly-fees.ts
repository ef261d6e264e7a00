import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { isCommitted, isOf } from '../../../figures/commitment-rows.js';
import { earlier, plusDays } from '../../../figures/days.js';
import { roundedMonth } from '../../../figures/formulas.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { feesIn, steadyIn } from '../../../figures/queries/fee-query.js';
import { chargedIn, isValue, type Query } from '../../../figures/queries/query.js';
import { type InstrumentDays, utilizationQuery } from '../../../figures/queries/utilization-query.js';
import type { BillCase } from '../bill-check.js';

/** The commitments of a service or plan type in a window. */
interface Committed {
  readonly window: InstrumentDays;
  readonly service: string | null | undefined;
  /** What the response shows of them. */
  readonly entry: any;
  readonly exchange: CompleteExchange;
}

/** Compares the fees that the commitments of a service or plan type charge in the last hours of a window. */
export async function compareHourlyFees(billCase: BillCase, committed: Committed): Promise<void> {
  const { bill, comparison, inactive } = billCase;
  const { window, service, entry, exchange } = committed;
  const { provider, days } = window;
  // One that ended with the window has no fee on the day after it.
  const around = {
    first: plusDays(days.last, -1),
    last: earlier(plusDays(days.last, 1), provider.days.last),
  };
  if (around.first < provider.days.first || days.last > provider.days.last) return;
  const ids = await commitmentsOf(billCase, committed, around);
  const fees = await feesIn(bill, provider, around);
  const known = fees.filter(({ isKnown, isSteady }) => isKnown && isSteady).map(({ from }) => from.group.id);
  // One that is retired has no fee any more.
  if (!ids?.every((id) => known.includes(id) && !inactive.has(id))) return;
  const from = await bill.total(lastDayOf(committed, { fee: 'sum(EffectiveCost)' }));
  const fee = from.figures.fee ?? 0;
  const name = (field: string) => `\`${field}\` of ${shownValue(service)}`;
  const shared = { isRequired: true, from, exchange, basis: 'proposed' } as const;
  comparison.figure({
    ...shared,
    name: name('committed_hourly_usd'),
    actual: entry.committed_hourly_usd,
    expected: fee / 24,
    formula: 'fee / 24',
    unit: 'measure',
    slack: roundedMonth,
  });
  // Computed from the rounded fee of an hour, it differs by that rounding.
  if (Math.abs(entry.committed_monthly_usd - entry.committed_hourly_usd * 730) < 0.01) return;
  comparison.figure({
    ...shared,
    name: name('committed_monthly_usd'),
    actual: entry.committed_monthly_usd,
    expected: (fee * 730) / 24,
    formula: 'fee × 730 / 24',
  });
}

/** Compares the amount that the savings plans of a type promise, if each promised the same in every hour. */
export async function comparePromise(billCase: BillCase, committed: Committed): Promise<void> {
  const { bill, comparison, inactive } = billCase;
  const { window, service, entry, exchange } = committed;
  const { provider, days } = window;
  if (days.first < provider.days.first || days.last > provider.days.last) return;
  const ids = await commitmentsOf(billCase, committed, days);
  const steady = await steadyIn(bill, provider, days, 'CommitmentDiscountQuantity');
  if (!ids?.every((id) => steady.has(id) && !inactive.has(id))) return;
  const from = await bill.total(
    lastDayOf(committed, {
      promised: 'sum(CommitmentDiscountQuantity)',
      others: 'count(*) FILTER (WHERE upper(CommitmentDiscountUnit) IS DISTINCT FROM BillingCurrency)',
    }),
  );
  if (from.figures.others !== 0) return;
  comparison.figure({
    name: `\`contracted_hourly_usd\` of ${shownValue(service)}`,
    actual: entry.contracted_hourly_usd,
    expected: (from.figures.promised ?? 0) / 24,
    figures: ['promised'],
    formula: 'promised / 24',
    unit: 'measure',
    isRequired: true,
    from,
    exchange,
    basis: 'proposed',
  });
}

/** Returns the ids of the commitments that ran in some days; undefined if none did, or one is of several services. */
async function commitmentsOf(
  { bill }: BillCase,
  { window, service }: Committed,
  days: InstrumentDays['days'],
): Promise<readonly (string | null | undefined)[] | undefined> {
  const byId = (one: InstrumentDays['days'] | null): Query => {
    const { groupBy = {}, where } = utilizationQuery({ ...window, days: one });
    return { figures: {}, where, groupBy: { ...groupBy, id: 'CommitmentDiscountId' } };
  };
  const isOwn = ({ group }: ExpectedRow) => group.service === service;
  const ids = (await bill.expected(byId(days))).filter(isOwn).map(({ group }) => group.id);
  const others = (await bill.expected(byId(null))).filter((row) => !isOwn(row)).map(({ group }) => group.id);
  return ids.length === 0 || ids.some((id) => others.includes(id)) ? undefined : ids;
}

function lastDayOf({ window, service }: Committed, figures: Query['figures']): Query {
  const { provider, days, instrument } = window;
  const { service: expression = '' } = utilizationQuery(window).groupBy ?? {};
  const last = chargedIn({ first: days.last, last: days.last });
  const where = [provider.where, ...last, ...isCommitted, isOf(instrument), isValue(expression, service)];
  return { figures, where };
}
