import { show } from '../../../../engine/show.js';
import { isUsed } from '../../../figures/commitment-rows.js';
import { type Days, earlier, plusDays } from '../../../figures/days.js';
import { hourly, monthly, quantity } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import {
  byId,
  byService,
  commitmentFigures,
  type InstrumentDays,
  knownCommitments,
  utilization,
} from '../../../figures/queries/commitment-query.js';
import { narrow, ofGroup } from '../../../figures/queries/query.js';
import { aboutOf, compareTable, type Figure } from '../../../figures/table.js';
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
async function compareCapacity(read: ProviderRead, { window, entry, from }: Entry): Promise<void> {
  const capacity = rowsOf(entry.dimensions).find(({ key }) => key === 'capacity');
  if (!capacity) {
    const message = `\`services[].dimensions\`${aboutOf(from.group)} has no \`capacity\`.`;
    const expected = 'an entry with the key `capacity`';
    const { comparison, exchange } = read;
    return comparison.violation({ message, actual: show(entry.dimensions), expected, from, exchange });
  }
  const query = ofGroup(byService(window), from.group);
  await compareTable(read, {
    ...{ path: 'services[].dimensions[]', rows: [capacity], query, about: aboutOf(from.group) },
    figures: [
      { field: 'used', is: quantity('used'), basis: 'proposed' },
      { field: 'total', is: quantity('purchased'), basis: 'proposed' },
      { field: 'utilization_pct', is: utilization(() => true), required: 'known', basis: 'proposed' },
    ],
  });
}

/** Compares what was used of the plans of a type for each service, in an average hour. */
async function compareApplied(read: ProviderRead, { window, entry, from }: Entry): Promise<void> {
  const { where } = narrow(ofGroup(byService(window), from.group), isUsed);
  const query = { figures: { used: commitmentFigures.used }, where, groupBy: { service: 'ServiceName' } };
  await compareTable(read, {
    ...{ path: 'services[].applied_to[]', rows: rowsOf(entry.applied_to), query, absent: () => true },
    figures: [{ field: 'hourly_usd', is: hourly('used', 0), basis: 'proposed' }],
  });
}

/** Compares the fees that the commitments of a service or plan type charge in the last hours of a window. */
async function compareHourlyFees(read: ProviderRead, one: Entry): Promise<void> {
  const { bill, provider, days, inactive } = read;
  const { committed_monthly_usd: ofMonth, committed_hourly_usd: ofHour } = one.entry;
  // One that ended with the window has no fee on the day after it.
  const around = {
    first: plusDays(days.last, -1),
    last: earlier(plusDays(days.last, 1), provider.days.last),
  };
  if (around.first < provider.days.first || days.last > provider.days.last) return;
  const ids = await commitmentsOf(read, one, around);
  const { priced, steady } = await knownCommitments(bill, provider, around);
  // One that is retired has no fee any more.
  if (!ids?.every((id) => priced.has(id) && steady.has(id) && !inactive.has(id))) return;
  const isByHour = Math.abs(ofMonth - ofHour * 730) < 0.01;
  await compareLastDay(read, one, [
    { field: 'committed_hourly_usd', is: hourly('cost'), ...proposed },
    // Computed from the rounded fee of an hour, it differs by that rounding.
    { field: 'committed_monthly_usd', is: monthly('cost'), ...proposed, when: () => !isByHour },
  ]);
}

/** Compares the amount that the savings plans of a type promise, if each promised the same in every hour. */
async function comparePromise(read: ProviderRead, one: Entry): Promise<void> {
  const { bill, provider, days, inactive } = read;
  if (days.first < provider.days.first || days.last > provider.days.last) return;
  const ids = await commitmentsOf(read, one, days);
  const { promised } = await knownCommitments(bill, provider, days);
  if (!ids?.every((id) => promised.has(id) && !inactive.has(id))) return;
  const when = ({ figures }: ExpectedRow) => figures.not_dollars === 0;
  const is = hourly('purchased', 0);
  await compareLastDay(read, one, [{ field: 'contracted_hourly_usd', is, ...proposed, when }]);
}

/** Returns the ids of the commitments that ran in some days; undefined if none did, or one is of several services. */
async function commitmentsOf(
  { bill }: ProviderRead,
  { window, from }: Entry,
  days: Days,
): Promise<readonly (string | null | undefined)[] | undefined> {
  const idsIn = (one: Days | null) => {
    const query = byService({ ...window, days: one });
    return bill.expected({ ...query, figures: {}, groupBy: { ...query.groupBy, ...byId } });
  };
  const isOwn = ({ group }: ExpectedRow) => group.service === from.group.service;
  const ids = (await idsIn(days)).filter(isOwn).map(({ group }) => group.id);
  const others = (await idsIn(null)).filter((row) => !isOwn(row)).map(({ group }) => group.id);
  return ids.length === 0 || ids.some((id) => others.includes(id)) ? undefined : ids;
}

/** Compares an entry with its commitments on the last day of the window. */
async function compareLastDay(
  read: ProviderRead,
  { window, entry, from: { group } }: Entry,
  figures: readonly Figure[],
): Promise<void> {
  const days = { first: read.days.last, last: read.days.last };
  const query = ofGroup(byService({ ...window, days }), group);
  const table = { path: 'services[]', rows: [entry], query, about: aboutOf(group), figures };
  await compareTable({ ...read, days }, table);
}
