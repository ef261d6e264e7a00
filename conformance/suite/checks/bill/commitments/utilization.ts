import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { show } from '../../../../engine/show.js';
import { proposal, stated } from '../../../claims.js';
import { instruments, isUsed } from '../../../figures/commitment-rows.js';
import { type Days, daysOfMonth, earlier, isDay, later, plusDays } from '../../../figures/days.js';
import { amount, hourly, monthly, quantity } from '../../../figures/formulas.js';
import type { ExpectedRow, KnownBill } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import {
  byId,
  byService,
  commitmentFigures,
  deviationOfDays,
  type InstrumentDays,
  knownCommitments,
  knownUnits,
  utilization,
} from '../../../figures/queries/commitment-query.js';
import { byDate } from '../../../figures/queries/cost-query.js';
import { coverage, eligibleQuery } from '../../../figures/queries/coverage-query.js';
import { narrow, ofGroup } from '../../../figures/queries/query.js';
import { aboutOf, compareTable, type Figure } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, ofBill, type ProviderRead } from '../bill-check.js';

/** A range of days whose utilization is read for an instrument. */
interface Window extends InstrumentDays {
  readonly days: Days;
  readonly granularity: 'daily' | 'monthly';
  /** Whether it is that of a request without `start` and `end`. */
  readonly isDefault?: true;
}

export const utilizationChecks: readonly Check[] = [
  ofBill('getCommitmentUtilization', {
    id: 'bill.utilization-is-used-over-purchased',
    ...stated,
    source: 'Commitment read semantics, rule 3',
    requirement:
      '`utilization_pct` is the used quantity of commitments as a share of the used and the unused quantity.',
    requests: 8,
    async of(billCase) {
      const provider = billCase.seller;
      const ofDefault = { provider, days: provider.days, granularity: 'daily', isDefault: true } as const;
      return [
        ...(await windowsOf(billCase)),
        ...instruments.map((instrument): Window => ({ ...ofDefault, instrument })),
      ];
    },
    compare: compareHeadlines,
  }),
  ofBill('getCommitmentUtilization', {
    id: 'bill.utilization-steps-are-those-of-the-charge-period',
    ...proposal,
    requirement: '`days` of an entry contain the used and purchased quantities of each day or month.',
    requests: 0,
    of: windowsOf,
    compare: compareSteps,
  }),
];

/** A month, all days by month, and days in which a commitment started; for both instruments. */
async function windowsOf(billCase: BillCase): Promise<Window[]> {
  const provider = billCase.seller;
  const [month] = provider.months;
  const started = await startOfACommitment(billCase.bill, provider);
  const ranges: { days: Days; granularity: Window['granularity'] }[] = [
    { days: month === undefined ? provider.days : daysOfMonth(month), granularity: 'daily' },
    { days: provider.days, granularity: 'monthly' },
    { days: started, granularity: 'daily' },
  ];
  return instruments.flatMap((instrument) => ranges.map((range) => ({ provider, instrument, ...range })));
}

/** Returns ten days around the last first day of a commitment. */
async function startOfACommitment(bill: KnownBill, { where, days }: ProviderBill): Promise<Days> {
  const [started = days.last] = await bill.column(
    `SELECT strftime(min(ChargePeriodStart), '%Y-%m-%d') AS started FROM charges WHERE ${where} AND CommitmentDiscountStatus IS NOT NULL GROUP BY CommitmentDiscountId ORDER BY started DESC`,
  );
  const clipped = (day: string) => later(days.first, earlier(day, days.last));
  return { first: clipped(plusDays(started, -3)), last: clipped(plusDays(started, 6)) };
}

/** Reads the utilization of a window; without `start` and `end`, the response states the days. */
async function utilizationOf(billCase: BillCase, window: Window): Promise<ProviderRead> {
  const { provider, days, instrument, granularity, isDefault } = window;
  const range = isDefault ? {} : { start: days.first, end: days.last, granularity };
  const query = { type: instrument, ...range, provider: provider.id };
  const read = await billCase.read('getCommitmentUtilization', provider, { query, days });
  if (!isDefault) return read;
  const { start: first, end: last } = read.data;
  if (!isDay(first) || !isDay(last)) throw new NotApplicable('the response does not state its range');
  const running = { ...window, days: { first: plusDays(provider.days.last, 1), last } };
  const late = await billCase.bill.total({ ...byService(running), groupBy: {} });
  if (late.rows > 0) throw new NotApplicable('rows of a day that is still running may be shown or not');
  return { ...read, days: { first, last } };
}

async function compareHeadlines(billCase: BillCase, selected: Window): Promise<void> {
  const read = await utilizationOf(billCase, selected);
  const window = { ...selected, days: read.days };
  const hasUnits = await knownUnits(billCase.bill, byService({ ...window, days: null }));
  const when = ({ group }: ExpectedRow) => hasUnits(group);
  // The service does not define the window of a request without one.
  const basis = window.isDefault ? 'proposed' : undefined;
  await compareTable(read, {
    ...{ path: 'services[]', query: byService(window), pick: 'single' },
    figures: [
      { field: 'utilization_pct', is: utilization(hasUnits), required: 'known', basis },
      { field: 'used_hours', is: quantity('used'), basis: 'proposed', when },
      { field: 'purchased_hours', is: quantity('purchased'), basis: 'proposed', when },
    ],
    missing: (from, days) => amount(hasUnits(from.group) ? 'purchased' : 'cost')(from, days),
    each: ([entry], from) => compareContents(read, { window, entry, from, inUnits: hasUnits(from.group) }),
  });
}

async function compareSteps(billCase: BillCase, window: Window): Promise<void> {
  const { bill } = billCase;
  const { provider, days, instrument, granularity } = window;
  const [prefix, suffix] = instrument === 'ri' ? ['capacity', ''] : ['commitment', '_usd'];
  const all = byService({ ...window, days: null });
  const hasUnits = await knownUnits(bill, all);
  const deviation = await deviationOfDays(bill, all.where);
  const read = await utilizationOf(billCase, window);
  const rows = rowsOf(read.data.services).flatMap(({ service, days: own }) =>
    rowsOf(own).map((step) => ({ ...step, service })),
  );
  const known = { required: 'shown', when: ({ group }: ExpectedRow) => hasUnits(group) } as const;
  const query = byDate(byService(window), granularity);
  const steps = { path: 'services[].days[]', rows };
  await compareTable(read, {
    ...{ ...steps, query },
    figures: [
      { field: `${prefix}_pct`, is: utilization(hasUnits), required: 'shown', deviation },
      { field: `${prefix}_used${suffix}`, is: quantity('used'), ...known },
      { field: `${prefix}_total${suffix}`, is: quantity('purchased'), ...known },
    ],
  });
  // Plans may cover several services.
  if (instrument === 'sp') return;
  const ran = new Set((await bill.expected(query)).map(({ group }) => JSON.stringify(group)));
  const ofServices = { ...eligibleQuery(provider, days), groupBy: { service: 'ServiceName' } };
  const eligible = byDate(ofServices, granularity);
  const covered = await bill.expected(eligible);
  await compareTable(read, {
    ...{ ...steps, query: eligible },
    expected: covered.filter(({ group }) => ran.has(JSON.stringify(group))),
    figures: [{ field: 'coverage_pct', is: coverage('covered_by_ri'), required: 'shown' }],
  });
}

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
async function compareContents(read: ProviderRead, one: Entry): Promise<void> {
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
    ...{ path: 'services[].applied_to[]', rows: rowsOf(entry.applied_to), query, isZeroIfAbsent: true },
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
