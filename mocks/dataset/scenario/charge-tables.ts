import { type Day, firstDayOf, hoursPerDay, lastDayOf, type Month } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import type { BillLine, ChargeTable } from '../ledger/tables.js';
import { microsPerDollar } from '../money.js';
import type { Cell, Commitment } from '../seed-data/types.js';
import type { Costs, DayCharge } from './day.js';
import type { FeeLine } from './pools.js';
import type { ServiceCharges } from './service-charges.js';

/** The dimensions of a charge without its month. */
export type ChargeLine = Omit<BillLine, 'invoiceMonth'>;

/** Collects charges, day by day, into a table of a month. At most one charge of a line is on a day. */
export class TableBuilder {
  private readonly lines: BillLine[] = [];
  private readonly positions = new Map<number | string, number>();
  private readonly line: number[] = [];
  private readonly day: Day[] = [];
  private readonly costs: Costs[] = [];
  private readonly quantity: number[] = [];
  private readonly hours: { readonly line: number; readonly day: Day; readonly list: Float64Array }[] = [];

  constructor(private readonly month: Month) {}

  /** @param key the same for charges with the same line */
  has(key: number | string): boolean {
    return this.positions.has(key);
  }

  open(key: number | string, line: BillLine): void {
    this.positions.set(key, this.lines.push(line) - 1);
  }

  /**
   * @param key of an open line
   * @param quantity of a commitment; NaN for a charge without one
   * @param hours the cost at list price by hour; null if it is not needed
   */
  add(
    key: number | string,
    day: Day,
    costs: Costs,
    quantity: number,
    hours: Float64Array | null = null,
  ): void {
    const line = this.positions.get(key)!;
    this.line.push(line);
    this.day.push(day);
    this.costs.push(costs);
    this.quantity.push(quantity);
    if (hours !== null) this.hours.push({ line, day, list: hours });
  }

  /** Ordered by line, then day: charges are added in the order of days. */
  table(): ChargeTable {
    const order = orderBy(this.line, this.lines.length);
    const column = () => new Float64Array(order.length);
    const days = {
      line: new Int32Array(order.length),
      day: new Int32Array(order.length),
      billed: column(),
      effective: column(),
      list: column(),
      contracted: column(),
      quantity: column(),
      // Every price of a scenario is known.
      unpriced: column(),
    };
    // A loop, since `from` of a typed array takes ten times as long.
    for (let i = 0; i < order.length; i++) {
      const entry = order[i]!;
      const costs = this.costs[entry]!;
      days.line[i] = this.line[entry]!;
      days.day[i] = this.day[entry]!;
      days.billed[i] = costs.billed;
      days.effective[i] = costs.effective;
      days.list[i] = costs.list;
      days.contracted[i] = costs.contracted;
      days.quantity[i] = this.quantity[entry]!;
    }
    return {
      firstDay: firstDayOf(this.month),
      lastDay: lastDayOf(this.month),
      lines: this.lines,
      days,
      hours: this.hoursTable(),
    };
  }

  private hoursTable(): ChargeTable['hours'] {
    const lines = this.hours.map(({ line }) => line);
    const order = orderBy(lines, this.lines.length);
    const length = order.length * hoursPerDay;
    const [line, hour, list] = [new Int32Array(length), new Int32Array(length), new Float64Array(length)];
    for (let i = 0; i < order.length; i++) {
      const entry = this.hours[order[i]!]!;
      const at = i * hoursPerDay;
      line.fill(entry.line, at, at + hoursPerDay);
      for (let h = 0; h < hoursPerDay; h++) hour[at + h] = entry.day * hoursPerDay + h;
      list.set(entry.list, at);
    }
    return { line, hour, list };
  }
}

/** The positions of entries in the order of their numbers from 0 on; those with the same number stay in their order. */
function orderBy(numbers: readonly number[], count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const number of numbers) starts[number + 1]! += 1;
  for (let number = 0; number < count; number++) starts[number + 1]! += starts[number]!;
  const order = new Int32Array(numbers.length);
  for (let entry = 0; entry < numbers.length; entry++) order[starts[numbers[entry]!]!++] = entry;
  return order;
}

/** The charges of a service in a month. @param isLate whether a day's charge is invoiced with the next month */
export function monthTable(
  service: ServiceCharges,
  month: Month,
  isLate: (day: Day, cell: Cell | null) => boolean,
): ChargeTable {
  const builder = new TableBuilder(month);
  const hasHours = service.arrangement.pools.length > 0;
  for (let day = firstDayOf(month), last = lastDayOf(month); day <= last; day++) {
    for (const charge of service.chargesOn(day)) {
      const isNext = isLate(day, 'cell' in charge ? charge.cell : null);
      const invoiceMonth = isNext ? month + 1 : month;
      const key = isNext ? `late ${charge.key}` : charge.key;
      if (!builder.has(key)) builder.open(key, { ...lineOf(service, charge), invoiceMonth });
      const hours = hasHours && charge.kind === 'on_demand' ? charge.hours : null;
      builder.add(key, day, charge.costs, quantityOf(charge), hours);
    }
  }
  return builder.table();
}

function quantityOf(charge: DayCharge): number {
  if (!('slot' in charge)) return Number.NaN;
  return charge.slot.commitment.capacity === null ? charge.quantity / microsPerDollar : charge.quantity;
}

function lineOf(service: ServiceCharges, charge: DayCharge): ChargeLine {
  switch (charge.kind) {
    case 'on_demand':
      return cellLine(service, charge.cell, 'Usage');
    case 'credit':
      return cellLine(service, charge.cell, 'Credit');
    case 'used':
      return usedLine(service, charge.cell, charge.slot.commitment.id);
    default:
      return commitmentLine(service, charge.slot.commitment, charge.kind);
  }
}

/** The lines that all charges of a service can be grouped and filtered by, with the cells of its usage. */
export function staticLines(
  service: ServiceCharges,
): readonly { readonly line: ChargeLine; readonly cell: Cell | null }[] {
  const { cells, arrangement } = service;
  const covered = new Set(arrangement.pools.flatMap((pool) => pool.cells));
  const lines = cells.flatMap((cell, c) => [
    { line: cellLine(service, cell, 'Usage'), cell },
    ...(covered.has(c) ? [{ line: usedLine(service, cell, ''), cell }] : []),
    ...(cell.creditBps > 0 ? [{ line: cellLine(service, cell, 'Credit'), cell }] : []),
  ]);
  return [...lines, ...arrangement.lines.map((line) => ({ line: feeLine(service, line), cell: null }))];
}

function cellLine(service: ServiceCharges, cell: PricedCell, category: 'Usage' | 'Credit'): ChargeLine {
  return {
    provider: service.provider,
    account: cell.account,
    service: cell.service,
    region: cell.region,
    category,
    frequency: 'Usage-Based',
    isCorrection: false,
    isMarketplace: service.service.marketplace === true,
    usageType: cell.usageType,
    platform: cell.platform,
    tags: cell.tags,
    commitment: null,
    status: null,
  };
}

function usedLine(service: ServiceCharges, cell: PricedCell, commitment: string): ChargeLine {
  return { ...cellLine(service, cell, 'Usage'), commitment, status: 'Used' };
}

const noTags = {};

function commitmentLine(
  service: ServiceCharges,
  { id, holder, region, kind }: Commitment,
  charge: 'upfront' | 'recurring' | 'unused',
): ChargeLine {
  const line = feeLine(service, { account: { id: holder }, region, kind });
  if (charge === 'unused') {
    return { ...line, category: 'Usage', frequency: 'Usage-Based', commitment: id, status: 'Unused' };
  }
  return { ...line, frequency: charge === 'upfront' ? 'One-Time' : 'Recurring', commitment: id };
}

/** The purchase of commitments of one kind, account and region. */
function feeLine(
  service: ServiceCharges,
  { account, region, kind }: Pick<FeeLine, 'region' | 'kind'> & { readonly account: { readonly id: string } },
): ChargeLine {
  return {
    provider: service.provider,
    account: account.id,
    service: service.service.id,
    region,
    category: 'Purchase',
    frequency: 'Recurring',
    isCorrection: false,
    isMarketplace: service.service.marketplace === true,
    usageType: `commitment:${kind}`,
    platform: null,
    tags: noTags,
    commitment: '',
    status: null,
  };
}
