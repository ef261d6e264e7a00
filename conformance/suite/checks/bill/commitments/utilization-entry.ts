import { show } from '../../../../engine/show.js';
import { isCommitted, isOf, isUsed } from '../../../figures/commitment-rows.js';
import { type Days, earlier, plusDays } from '../../../figures/days.js';
import { hourly, monthly, quantity } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { byId, feesIn, steadyIn } from '../../../figures/queries/fee-query.js';
import { chargedIn, isValue, type Query } from '../../../figures/queries/query.js';
import {
  type InstrumentDays,
  utilization,
  utilizationFigures,
  utilizationQuery,
} from '../../../figures/queries/utilization-query.js';
import { aboutOf, compareFigures, compareList, type Figure } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import type { ProviderRead } from '../bill-check.js';

/** What the response shows of a service or plan type in a window, and its rows of the bill. */
interface Entry {
  readonly window: InstrumentDays;
  readonly entry: any;
  readonly from: ExpectedRow;
  /** Whether its utilization is computed from quantities. */
  readonly inUnits: boolean;
}

const proposed = { required: 'shown', basis: 'proposed' } as const;

/** Compares the sizes, fees and dollars beside the utilization of an entry. */
export async function compareContents(read: ProviderRead, one: Entry): Promise<void> {
  const { provider, days } = read;
  await compareHourlyFees(read, one);
  if (!one.inUnits) return;
  if (one.window.instrument === 'ri') return compareCapacity(read, one);
  await comparePromise(read, one);
  // The hours before the first day of the bill may count or not.
  if (days.first >= provider.days.first) await compareApplied(read, one);
}

/** Compares the size of the reservations of a service in the measure of the headline; the bill has no other. */
function compareCapacity(read: ProviderRead, { entry, from }: Entry): void {
  const capacity = rowsOf(entry.dimensions).find(({ key }) => key === 'capacity');
  if (!capacity) {
    const found = { actual: show(entry.dimensions), exchange: read.exchange, basis: 'proposed' } as const;
    const message = `\`services[].dimensions\`${aboutOf(from.group)} has no \`capacity\`.`;
    read.comparison.violation({ message, ...found }, from, 'an entry with the key `capacity`');
    return;
  }
  const figures: Figure[] = [
    { field: 'used', is: quantity('used'), basis: 'proposed' },
    { field: 'total', is: quantity('purchased'), basis: 'proposed' },
    { field: 'utilization_pct', is: utilization(() => true), required: 'known', basis: 'proposed' },
  ];
  compareFigures(read, figures, { rows: [capacity], from, path: 'services[].dimensions[].' });
}

/** Compares what was used of the plans of a type for each service, in an average hour. */
async function compareApplied(read: ProviderRead, { window, entry, from }: Entry): Promise<void> {
  const type = isValue('CommitmentDiscountType', from.group.service);
  const query = {
    figures: { used: utilizationFigures.used },
    where: [...utilizationQuery(window).where, type, isUsed],
    groupBy: { service: 'ServiceName' },
  };
  await compareList(read, {
    ...{ path: 'services[].applied_to', rows: rowsOf(entry.applied_to), query, absent: () => true },
    figures: [{ field: 'hourly_usd', is: hourly('used', 0), basis: 'proposed' }],
  });
}

/** Compares the fees that the commitments of a service or plan type charge in the last hours of a window. */
async function compareHourlyFees(read: ProviderRead, one: Entry): Promise<void> {
  const { bill, provider, days, inactive } = read;
  const { entry } = one;
  // One that ended with the window has no fee on the day after it.
  const around = {
    first: plusDays(days.last, -1),
    last: earlier(plusDays(days.last, 1), provider.days.last),
  };
  if (around.first < provider.days.first || days.last > provider.days.last) return;
  const ids = await commitmentsOf(read, one, around);
  const { known, steady } = await feesIn(bill, provider, around);
  // One that is retired has no fee any more.
  if (!ids?.every((id) => known.has(id) && steady.has(id) && !inactive.has(id))) return;
  const isByHour = Math.abs(entry.committed_monthly_usd - entry.committed_hourly_usd * 730) < 0.01;
  await compareLastDay(read, one, { fee: 'sum(EffectiveCost)' }, [
    { field: 'committed_hourly_usd', is: hourly('fee'), ...proposed },
    // Computed from the rounded fee of an hour, it differs by that rounding.
    { field: 'committed_monthly_usd', is: monthly('fee'), ...proposed, when: () => !isByHour },
  ]);
}

/** Compares the amount that the savings plans of a type promise, if each promised the same in every hour. */
async function comparePromise(read: ProviderRead, one: Entry): Promise<void> {
  const { bill, provider, days, inactive } = read;
  if (days.first < provider.days.first || days.last > provider.days.last) return;
  const ids = await commitmentsOf(read, one, days);
  const steady = await steadyIn(bill, provider, days, 'CommitmentDiscountQuantity');
  if (!ids?.every((id) => steady.has(id) && !inactive.has(id))) return;
  const promised = {
    promised: 'sum(CommitmentDiscountQuantity)',
    others: 'count(*) FILTER (WHERE upper(CommitmentDiscountUnit) IS DISTINCT FROM BillingCurrency)',
  };
  const when = ({ figures }: ExpectedRow) => figures.others === 0;
  const is = hourly('promised', 0);
  await compareLastDay(read, one, promised, [{ field: 'contracted_hourly_usd', is, ...proposed, when }]);
}

/** Returns the ids of the commitments that ran in some days; undefined if none did, or one is of several services. */
async function commitmentsOf(
  { bill }: ProviderRead,
  { window, from }: Entry,
  days: Days,
): Promise<readonly (string | null | undefined)[] | undefined> {
  const idsIn = (one: Days | null) => {
    const { groupBy, where } = utilizationQuery({ ...window, days: one });
    return bill.expected({ figures: {}, where, groupBy: { ...groupBy, ...byId } });
  };
  const isOwn = ({ group }: ExpectedRow) => group.service === from.group.service;
  const ids = (await idsIn(days)).filter(isOwn).map(({ group }) => group.id);
  const others = (await idsIn(null)).filter((row) => !isOwn(row)).map(({ group }) => group.id);
  return ids.length === 0 || ids.some((id) => others.includes(id)) ? undefined : ids;
}

/** Compares an entry with its commitments on the last day of the window. */
async function compareLastDay(
  { bill, ...read }: ProviderRead,
  { window, entry, from: { group } }: Entry,
  sums: Query['figures'],
  figures: readonly Figure[],
): Promise<void> {
  const { provider, days } = read;
  const day = { first: days.last, last: days.last };
  const { service = '' } = utilizationQuery(window).groupBy ?? {};
  const own = [isOf(window.instrument), isValue(service, group.service)];
  const where = [provider.where, ...chargedIn(day), ...isCommitted, ...own];
  const from = await bill.total({ figures: sums, where });
  compareFigures({ ...read, days: day }, figures, {
    ...{ rows: [entry], from, path: 'services[].', about: aboutOf(group) },
  });
}
