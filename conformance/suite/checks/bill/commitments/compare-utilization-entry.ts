import type { Basis } from '../../../../engine/claim.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { show } from '../../../../engine/show.js';
import { isUsed } from '../../../figures/commitment-rows.js';
import { lengthOf } from '../../../figures/days.js';
import { namesOf, shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { isValue } from '../../../figures/queries/query.js';
import {
  type InstrumentDays,
  utilizationFigures,
  utilizationIn,
  utilizationQuery,
} from '../../../figures/queries/utilization-query.js';
import { rowsOf } from '../../shared/exchange-data.js';
import type { BillCase } from '../bill-check.js';
import { compareHourlyFees, comparePromise } from './compare-hourly-fees.js';

/** A range of days whose utilization is read for an instrument. */
export interface Window extends InstrumentDays {
  readonly granularity: 'daily' | 'monthly';
}

/** The utilization of a service or plan type in a window. */
export interface Headline {
  readonly window: Window;
  readonly from: ExpectedRow;
  /** Whether it is computed from quantities. */
  readonly inUnits: boolean;
  readonly exchange: CompleteExchange;
}

interface Entry extends Headline {
  /** What the response shows of it. */
  readonly entry: any;
}

/** Compares the utilization of an entry, and the sizes, fees and dollars beside it. */
export async function compareEntry(
  billCase: BillCase,
  { window, from, inUnits, entry, exchange }: Entry,
  basis: Basis | undefined,
): Promise<void> {
  const { comparison } = billCase;
  const name = shownValue(from.group.service);
  const shared = { from, exchange, unit: 'measure' } as const;
  comparison.figure({
    ...shared,
    name: `\`utilization_pct\` of ${name}`,
    actual: entry.utilization_pct,
    isRequired: entry.utilization_pct === null,
    ...utilizationIn(from, inUnits),
    ...(basis === undefined ? {} : { basis }),
  });
  const committed = { window, service: from.group.service, entry, exchange };
  await compareHourlyFees(billCase, committed);
  if (!inUnits) return;
  if (window.instrument === 'ri') compareCapacity(comparison, { from, entry, exchange });
  else await comparePromise(billCase, committed);
  // The hours before the first day of the bill may count or not.
  const isInBill = window.days.first >= window.provider.days.first;
  if (window.instrument === 'sp' && isInBill)
    await compareApplied(billCase, { window, entry, from, exchange });
  for (const [field, figure] of [
    ['used_hours', 'used'],
    ['purchased_hours', 'purchased'],
  ] as const) {
    comparison.figure({
      ...shared,
      name: `\`${field}\` of ${name}`,
      actual: entry[field],
      expected: from.figures[figure] ?? null,
      figures: [figure],
      basis: 'proposed',
    });
  }
}

/** Compares the size of the reservations of a service in the measure of the headline; the bill has no other. */
function compareCapacity(
  comparison: BillCase['comparison'],
  { from, entry, exchange }: Omit<Entry, 'window' | 'inUnits'>,
): void {
  const name = shownValue(from.group.service);
  const capacity = rowsOf(entry.dimensions).find(({ key }) => key === 'capacity');
  if (!capacity) {
    const found = { actual: show(entry.dimensions), exchange, basis: 'proposed' as const };
    const message = `\`dimensions\` of ${name} has no \`capacity\`.`;
    comparison.violation({ message, ...found }, from, 'an entry with the key `capacity`');
    return;
  }
  const shared = { from, exchange, unit: 'measure', basis: 'proposed' } as const;
  for (const [field, figure] of [
    ['used', 'used'],
    ['total', 'purchased'],
  ] as const) {
    comparison.figure({
      ...shared,
      name: `\`dimensions[].${field}\` of ${name}`,
      actual: capacity[field],
      expected: from.figures[figure] ?? null,
      figures: [figure],
    });
  }
  comparison.figure({
    ...shared,
    ...utilizationIn(from, true),
    name: `\`dimensions[].utilization_pct\` of ${name}`,
    actual: capacity.utilization_pct,
    isRequired: capacity.utilization_pct === null,
  });
}

/** Compares what was used of the plans of a type for each service, in an average hour. */
async function compareApplied(
  { bill, comparison }: BillCase,
  { window, from, entry, exchange }: Omit<Entry, 'inUnits'>,
): Promise<void> {
  const query = utilizationQuery(window);
  const type = isValue('CommitmentDiscountType', from.group.service);
  const hours = 24 * lengthOf(window.days);
  const rows = await bill.expected({
    figures: { used: utilizationFigures.used as string },
    where: [...query.where, type, isUsed],
    groupBy: { service: 'ServiceName' },
  });
  const shown = rowsOf(entry.applied_to);
  const services = shown.map(({ service }) => service);
  const names = await namesOf(bill, 'ServiceName', window.provider, services);
  for (const row of rows) {
    const applied = shown.find(({ service }) => names.of(service) === row.group.service);
    comparison.figure({
      name: `\`hourly_usd\` of ${shownValue(row.group.service)} of plan type ${shownValue(from.group.service)}`,
      actual: applied ? applied.hourly_usd : 0,
      expected: (row.figures.used ?? 0) / hours,
      formula: `used / ${hours}`,
      from: row,
      exchange,
      unit: 'measure',
      basis: 'proposed',
    });
  }
}
