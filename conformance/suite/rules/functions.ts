import { uncertainty } from '../checks/shared/timestamps.js';
import { readDateTime } from '../date-time.js';
import { nearMoney, roundingOf, sum as sumOf } from '../expect/near.js';
import { twiceIn } from '../expect/twice.js';
import { dayMs, isoDay } from '../figures/days.js';

/** Thrown where a value is not known, so that the rule does not apply. */
class Unknown extends Error {
  override readonly name = 'Unknown';
}

function known(value: number): number {
  if (Number.isNaN(value)) throw new Unknown('a value is not known');
  return value;
}

const sum = (list: readonly unknown[]) => known(sumOf(list));

const days = (text: string) => known((readDateTime(text)?.at ?? Number.NaN) / dayMs);

const doubt = (one: string, other: string) => known(uncertainty(one, other) / dayMs);

/** Returns whether each element is at most the next one; all numbers or all texts. */
function ascending(list: readonly any[]): boolean {
  return firstDescent(list) < 0;
}

/** Returns the index of the first element that is less than the one before; -1 if there is none. */
export function firstDescent(list: readonly any[]): number {
  if (list.some((element) => typeof element !== typeof list[0])) throw new Unknown('types differ');
  return list.findIndex((element, index) => index > 0 && element < list[index - 1]);
}

const months = (text: string) => {
  const [, year, month] = /^(\d{4})-(\d\d)/.exec(readDateTime(text)?.day ?? '') ?? [];
  return known((Number(year) - 1970) * 12 + Number(month) - 1);
};

/** Returns the first element that a list has twice, by its value. */
export const duplicateIn = (list: readonly unknown[]) =>
  twiceIn(list.map((element) => JSON.stringify(element)));

/** Returns each value of a list once. */
const distinct = (list: readonly unknown[]) => [
  ...new Map(list.map((element) => [JSON.stringify(element), element])).values(),
];

function nearPercent(rate: number, part: number, whole: number): boolean {
  if (whole <= 0) throw new Unknown('nothing can be a part of nothing');
  const expected = (part / whole) * 100;
  // Half a cent in both amounts changes the rate of small ones by several percent.
  const within = 0.02 + (0.5 + 0.005 * Math.abs(expected)) / whole + 1e-4 * Math.abs(expected);
  // The service does not state how it rounds: a rate may be cut off at its last decimal.
  return Math.abs(rate - expected) <= within + 2 * roundingOf([rate]);
}

function slice(list: readonly unknown[], from: number, to: number): readonly unknown[] {
  if (from < 0 || to < from || to > list.length) throw new Unknown('outside of the list');
  return list.slice(from, to);
}

/** Whether a figure is the same in two reads: a number, null if it is null in one of them, or a text. */
function same(one: unknown, other: unknown, terms = 2): boolean {
  if (one === null && other === null) throw new Unknown('nothing to compare');
  if (typeof one === 'number' && typeof other === 'number') return nearMoney(known(one), known(other), terms);
  return one === other;
}

const date = (day: number) => isoDay(known(day) * dayMs);

/** The functions of the rules beside those of CEL, by signature, as docs/decisions/0017-rules-in-cel.md defines them. */
export const functions: Readonly<Record<string, (...values: any[]) => unknown>> = {
  'sum(list): double': sum,
  'count(list): double': (list: readonly unknown[]) => list.length,
  'near(double, double): bool': (one, other) => nearMoney(one, other),
  'near(double, double, double): bool': nearMoney,
  'nearSum(double, list): bool': (total, parts) => nearMoney(total, sum(parts), parts.length + 1),
  'nearPercent(double, double, double): bool': nearPercent,
  'nonZero(dyn): dyn': (value) => (value === 0 ? null : value),
  'same(dyn, dyn): bool': (one, other) => same(one, other),
  'same(dyn, dyn, double): bool': same,
  'days(string): double': days,
  'date(double): string': date,
  'months(string): double': months,
  'doubt(string, string): double': doubt,
  'before(string, string): bool': (one, other) => days(other) - days(one) > doubt(one, other),
  'ascending(list): bool': ascending,
  'descending(list): bool': (list) => ascending(list.toReversed()),
  'unique(list): bool': (list) => duplicateIn(list) === undefined,
  'distinct(list): list': distinct,
  'slice(list, double, double): list': slice,
};
