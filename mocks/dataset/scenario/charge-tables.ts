import type { BillHours, BillLine, ChargeTable } from '../../../src/focus/tables/tables.js';
import { type Day, hoursPerDay, monthOf, type Range } from '../calendar.js';
import { lazily } from '../lazily.js';
import { startsOf } from '../ledger/usage-groups.js';
import type { Micros } from '../money.js';
import { lineOf } from './charge-line.js';
import type { ChargeSource } from './day.js';
import type { ServiceCharges } from './service-charges.js';

/** The numbers of a charge: its line, its day, its four costs and its quantity. */
const width = 7;

/** Collects charges, day by day, into a table. At most one charge of a line is on a day. */
export class TableBuilder {
  private readonly lines: BillLine[] = [];
  /** The number of the line of each key, from 1 on. */
  private readonly numbers: Int32Array;
  private charges = new Float64Array(64 * width);
  private length = 0;

  /** @param period days of one month @param keys are below this number */
  constructor(
    private readonly period: Range,
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
    const at = this.length++ * width;
    if (at === this.charges.length) {
      const grown = new Float64Array(2 * at);
      grown.set(this.charges);
      this.charges = grown;
    }
    const { charges } = this;
    charges[at] = this.lineOf(key);
    charges[at + 1] = day;
    charges[at + 2] = billed;
    charges[at + 3] = effective;
    charges[at + 4] = list;
    charges[at + 5] = contracted;
    charges[at + 6] = quantity;
  }

  /** The number of the line of a key; -1 if it has none. */
  lineOf(key: number): number {
    return this.numbers[key]! - 1;
  }

  /** Ordered by line, then day: charges are added in the order of days. @param hours called when they are read */
  table(hours: () => BillHours = noHours): ChargeTable {
    const line = new Int32Array(this.length);
    for (let i = 0; i < line.length; i++) line[i] = this.charges[i * width]!;
    const order = orderBy(line, this.lines.length);
    const fill = <Column extends Int32Array | Float64Array>(column: Column, offset: number): Column => {
      for (let i = 0; i < order.length; i++) column[i] = this.charges[order[i]! * width + offset]!;
      return column;
    };
    const [integers, amounts] = [() => new Int32Array(order.length), () => new Float64Array(order.length)];
    const days = {
      line: fill(integers(), 0),
      day: fill(integers(), 1),
      billed: fill(amounts(), 2),
      effective: fill(amounts(), 3),
      list: fill(amounts(), 4),
      contracted: fill(amounts(), 5),
      quantity: fill(amounts(), 6),
      // Every price of a scenario is known.
      unpriced: amounts(),
    };
    const { first, last } = this.period;
    return {
      firstDay: first,
      lastDay: last,
      lines: this.lines,
      days,
      get hours() {
        return hours();
      },
    };
  }
}

/** The positions of charges in the order of their lines; those of one line stay in their order. */
function orderBy(line: Int32Array, lines: number): Int32Array {
  const next = startsOf(line, lines);
  const order = new Int32Array(line.length);
  for (let charge = 0; charge < line.length; charge++) order[next[line[charge]!]!++] = charge;
  return order;
}

/** The charges of a service in some days of a month. @param lateCells their last charge of a month is invoiced with the next */
export function usageTable(
  service: ServiceCharges,
  period: Range,
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
        builder.open(own, lineOf(service.service, reader.sourceOf(key), isLate ? month + 1 : month));
      builder.add(own, day, billed, effective, list, contracted, quantity);
    });
  }
  // A late charge has the line of the others in figures by hour.
  const lines = service.cells.map((_, c) => Math.max(builder.lineOf(c), builder.lineOf(reader.keys + c)));
  return builder.table(hoursOf(service, period, lines));
}

function noHours(): BillHours {
  return { line: new Int32Array(), hour: new Int32Array(), list: new Float64Array() };
}

/** Returns a function for the on-demand usage that commitments could cover. @param lines of the cells; -1 without one */
function hoursOf(service: ServiceCharges, { first, last }: Range, lines: readonly number[]) {
  return lazily((): BillHours => {
    const ofCells = service.pools.length === 0 ? [] : service.onDemandHours(first, last);
    const series = ofCells
      .map((list, c) => ({ line: lines[c]!, list }))
      .filter(({ line }) => line >= 0)
      .sort((one, other) => one.line - other.line);
    const each = (last - first + 1) * hoursPerDay;
    const hours = {
      line: new Int32Array(series.length * each),
      hour: new Int32Array(series.length * each),
      list: new Float64Array(series.length * each),
    };
    series.forEach(({ line, list }, s) => {
      hours.line.fill(line, s * each, (s + 1) * each);
      hours.list.set(list, s * each);
      for (let h = 0; h < each; h++) hours.hour[s * each + h] = first * hoursPerDay + h;
    });
    return hours;
  });
}

function isOf(cells: ReadonlySet<string>, source: ChargeSource): boolean {
  return 'cell' in source && cells.has(source.cell.id);
}
