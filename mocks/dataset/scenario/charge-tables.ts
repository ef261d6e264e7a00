import { type Day, hoursPerDay, type Month, monthOf } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import type { BillLine, ChargeTable } from '../ledger/tables.js';
import type { Micros } from '../money.js';
import type { Cell, Commitment } from '../seed-data/types.js';
import type { ChargeSource } from './day.js';
import { isCharged } from './pools.js';
import type { ServiceCharges } from './service-charges.js';

/** Days of one month; both included. */
export interface Period {
  readonly first: Day;
  readonly last: Day;
}

/** Collects charges, day by day, into a table. At most one charge of a line is on a day. */
export class TableBuilder {
  private readonly lines: BillLine[] = [];
  /** The number of the line of each key, from 1 on. */
  private readonly numbers: Int32Array;
  private readonly line: number[] = [];
  private readonly day: Day[] = [];
  private readonly billed: number[] = [];
  private readonly effective: number[] = [];
  private readonly list: number[] = [];
  private readonly contracted: number[] = [];
  private readonly quantity: number[] = [];
  private readonly hours: { readonly line: number; readonly day: Day; readonly list: Float64Array }[] = [];

  /** @param keys are below this number */
  constructor(
    private readonly period: Period,
    keys: number,
  ) {
    this.numbers = new Int32Array(keys);
  }

  /** @param key the same for charges with the same line */
  has(key: number): boolean {
    return this.numbers[key] !== 0;
  }

  open(key: number, line: BillLine): void {
    this.numbers[key] = this.lines.push(line);
  }

  /** Adds a charge of an open line. @param quantity of a commitment; NaN for a charge without one */
  add(
    key: number,
    day: Day,
    billed: Micros,
    effective: Micros,
    list: Micros,
    contracted: Micros,
    quantity: number,
  ): void {
    this.line.push(this.numbers[key]! - 1);
    this.day.push(day);
    this.billed.push(billed);
    this.effective.push(effective);
    this.list.push(list);
    this.contracted.push(contracted);
    this.quantity.push(quantity);
  }

  /** Adds the cost at list price by hour of the last charge. */
  addHours(list: Float64Array): void {
    this.hours.push({ line: this.line.at(-1)!, day: this.day.at(-1)!, list });
  }

  /** Ordered by line, then day: charges are added in the order of days. */
  table(): ChargeTable {
    const order = orderBy(this.line, this.lines.length);
    const days = {
      line: inOrder(this.line, order, Int32Array),
      day: inOrder(this.day, order, Int32Array),
      billed: inOrder(this.billed, order, Float64Array),
      effective: inOrder(this.effective, order, Float64Array),
      list: inOrder(this.list, order, Float64Array),
      contracted: inOrder(this.contracted, order, Float64Array),
      quantity: inOrder(this.quantity, order, Float64Array),
      // Every price of a scenario is known.
      unpriced: new Float64Array(order.length),
    };
    const { first, last } = this.period;
    return { firstDay: first, lastDay: last, lines: this.lines, days, hours: this.hoursTable() };
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

/** A loop, since `from` of a typed array takes ten times as long. */
function inOrder<Column extends Int32Array | Float64Array>(
  values: readonly number[],
  order: Int32Array,
  Column: new (length: number) => Column,
): Column {
  const column = new Column(order.length);
  for (let i = 0; i < order.length; i++) column[i] = values[order[i]!]!;
  return column;
}

/** The charges of a service in some days of a month. @param lateCells their last charge of a month is invoiced with the next */
export function usageTable(
  service: ServiceCharges,
  period: Period,
  lateCells: ReadonlySet<string>,
): ChargeTable {
  const { reader } = service;
  const builder = new TableBuilder(period, 2 * reader.keys);
  for (let day = period.first; day <= period.last; day++) {
    const month = monthOf(day);
    const closes = lateCells.size > 0 && monthOf(day + 1) > month;
    reader.read(day, (key, billed, effective, list, contracted, quantity) => {
      const isLate = closes && isOf(lateCells, reader.sourceOf(key));
      const own = isLate ? reader.keys + key : key;
      if (!builder.has(own))
        builder.open(own, lineOf(service, reader.sourceOf(key), isLate ? month + 1 : month));
      builder.add(own, day, billed, effective, list, contracted, quantity);
      const hours = reader.hoursOf(key);
      if (hours !== null) builder.addHours(hours);
    });
  }
  return builder.table();
}

function isOf(cells: ReadonlySet<string>, source: ChargeSource): boolean {
  return 'cell' in source && cells.has(source.cell.id);
}

/** The lines that all charges of a service can be grouped and filtered by, with the cells of its usage. */
export function staticLines(
  service: ServiceCharges,
): readonly { readonly line: BillLine; readonly cell: Cell | null }[] {
  const covered = new Set(service.pools.flatMap((pool) => pool.cells));
  const ofUsage = service.cells.flatMap((cell, c) => [
    { line: cellLine(service, cell, 'Usage', null, 0), cell },
    ...(covered.has(c) ? [{ line: cellLine(service, cell, 'Usage', '', 0), cell }] : []),
    ...(cell.creditBps > 0 ? [{ line: cellLine(service, cell, 'Credit', null, 0), cell }] : []),
  ]);
  const fees = new Map(
    service.commitments.filter(isCharged).map((one) => [`${one.holder}|${one.region}|${one.kind}`, one]),
  );
  const ofFees = [...fees.values()].map((one) => ({
    line: commitmentLine(service, one, 'recurring', 0),
    cell: null,
  }));
  return [...ofUsage, ...ofFees];
}

function lineOf(service: ServiceCharges, source: ChargeSource, invoiceMonth: Month): BillLine {
  switch (source.kind) {
    case 'on_demand':
      return cellLine(service, source.cell, 'Usage', null, invoiceMonth);
    case 'credit':
      return cellLine(service, source.cell, 'Credit', null, invoiceMonth);
    case 'used':
      return cellLine(service, source.cell, 'Usage', source.slot.commitment.id, invoiceMonth);
    default:
      return commitmentLine(service, source.slot.commitment, source.kind, invoiceMonth);
  }
}

/** @param commitment that the usage used; null if it is on demand */
function cellLine(
  { provider, service }: ServiceCharges,
  cell: PricedCell,
  category: 'Usage' | 'Credit',
  commitment: string | null,
  invoiceMonth: Month,
): BillLine {
  return {
    provider,
    account: cell.account,
    service: cell.service,
    region: cell.region,
    category,
    frequency: 'Usage-Based',
    isCorrection: false,
    isMarketplace: service.marketplace === true,
    usageType: cell.usageType,
    platform: cell.platform,
    tags: cell.tags,
    commitment,
    status: commitment === null ? null : 'Used',
    invoiceMonth,
  };
}

const noTags = {};

/** The purchase of a commitment, or its unused part. */
function commitmentLine(
  { provider, service }: ServiceCharges,
  { id, holder, region, kind }: Commitment,
  charge: 'upfront' | 'recurring' | 'unused',
  invoiceMonth: Month,
): BillLine {
  const isUnused = charge === 'unused';
  return {
    provider,
    account: holder,
    service: service.id,
    region,
    category: isUnused ? 'Usage' : 'Purchase',
    frequency: isUnused ? 'Usage-Based' : charge === 'upfront' ? 'One-Time' : 'Recurring',
    isCorrection: false,
    isMarketplace: service.marketplace === true,
    usageType: `commitment:${kind}`,
    platform: null,
    tags: noTags,
    commitment: id,
    status: isUnused ? 'Unused' : null,
    invoiceMonth,
  };
}
