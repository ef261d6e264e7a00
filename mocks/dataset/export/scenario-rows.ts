import {
  type Day,
  dayOf,
  type Instant,
  lastDayOf,
  monthOf,
  msPerHour,
  type Range,
  startOfDay,
} from '../calendar.js';
import { lineOf } from '../scenario/charge-line.js';
import { type ChargeSource, contractedHours } from '../scenario/day.js';
import type { Costs } from '../scenario/invoice-charges.js';
import { ProviderTables } from '../scenario/provider.js';
import type { ScenarioCharges } from '../scenario/scenario-charges.js';
import type { ServiceCharges } from '../scenario/service-charges.js';
import { type ExportedCharge, pricingOf } from './charge.js';
import { type ExportRow, rowOf } from './columns.js';

/** Days before the end whose on-demand usage is exported by hour, if commitments could cover it. */
const hourlyDays = 31;

/** The days that an export contains, up to the day before it is made. @param first a later first day than the scenario's */
export function exportRange({ firstDay }: ScenarioCharges, now: Instant, first: Day = firstDay): Range {
  return { first: Math.max(first, firstDay), last: dayOf(now) - 1 };
}

/** Every charge of a scenario in a range of days as a row of a FOCUS export, by day. */
export function* scenarioRows(charges: ScenarioCharges, { first, last }: Range): Generator<ExportRow> {
  const { providers, organizationId: organization } = charges.seedData;
  const tables = providers.map(({ id, name }) => {
    return { names: { organization, providerName: name }, of: new ProviderTables(charges, id) };
  });
  for (let day = first; day <= last; day++) {
    for (const { names, of } of tables) {
      for (const charge of chargesOn(day, of, day > last - hourlyDays)) yield rowOf({ ...names, ...charge });
    }
  }
}

type Charge = Omit<ExportedCharge, 'organization' | 'providerName'>;

/** The charges of a provider. @param isRecent whether on-demand usage is wanted by hour */
function* chargesOn(day: Day, { services, invoices }: ProviderTables, isRecent: boolean): Generator<Charge> {
  const month = monthOf(day);
  const isLast = day === lastDayOf(month);
  for (const of of services) {
    const { service } = of;
    for (const { source, costs, quantity, hours } of readDay(of, day)) {
      const isLate = isLast && 'cell' in source && invoices.lateCells.has(source.cell.id);
      const line = lineOf(service, source, isLate ? month + 1 : month);
      for (const part of partsOf(day, source, costs, isRecent ? hours : null)) {
        const pricing = pricingOf(source, service, part.costs);
        yield { line, source, service, quantity, pricing, ...part };
      }
    }
  }
  if (!isLast) return;
  for (const { kind, line, costs } of invoices.of(month)) {
    yield { line, source: { kind }, quantity: Number.NaN, costs, ...wholeDay(day) };
  }
}

/** The charges of a service. The reader overwrites its figures, so they are collected before one is written. */
function readDay({ reader }: ServiceCharges, day: Day) {
  const charges: { source: ChargeSource; costs: Costs; quantity: number; hours: Float64Array | null }[] = [];
  reader.read(day, (key, billed, effective, list, contracted, quantity) => {
    const costs = { billed, effective, list, contracted };
    charges.push({ source: reader.sourceOf(key), costs, quantity, hours: reader.hoursOf(key) });
  });
  return charges;
}

type Part = Pick<ExportedCharge, 'start' | 'end' | 'costs'>;

/** One row for the day, or for on-demand usage one for each hour. @param hours the cost of each at list price; null for one row */
function partsOf(day: Day, source: ChargeSource, costs: Costs, hours: Float64Array | null): readonly Part[] {
  // The charge period of an upfront payment is the term.
  if (source.kind === 'upfront') {
    const { start, end } = source.slot.commitment;
    return [{ start, end, costs }];
  }
  if (source.kind !== 'on_demand' || hours === null) return [{ ...wholeDay(day), costs }];
  const contractedOf = contractedHours(source.cell, costs, hours);
  return [...hours].flatMap((list, hour) => {
    const contracted = contractedOf[hour]!;
    const start = startOfDay(day) + hour * msPerHour;
    const of = { billed: contracted, effective: contracted, list, contracted };
    return list === 0 ? [] : [{ start, end: start + msPerHour, costs: of }];
  });
}

function wholeDay(day: Day) {
  return { start: startOfDay(day), end: startOfDay(day + 1) };
}
