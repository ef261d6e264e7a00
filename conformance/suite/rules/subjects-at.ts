import { getOrInsert } from '../../../src/get-or-insert.js';
import { list } from '../checks/shared/exchange-data.js';

/** A part of a response that a rule is about. */
export interface Subject {
  readonly value: Readonly<Record<string, unknown>>;
  /** `services[].days[]`; empty for all of the data. */
  readonly place: string;
}

/** Returns the steps to a place: names, and `0` for the items of a list, as in a path of the contract. */
export function stepsOf(place: string): readonly string[] {
  return place === '' ? [] : place.replaceAll('[]', '.0').replace(/^\./, '').split('.');
}

const known = new WeakMap<object, Map<string, readonly Subject[]>>();

/** Returns the objects and lists at a place of the data, which many rules share. */
export function subjectsAt(data: unknown, place: string): readonly Subject[] {
  if (!hasMembers(data)) return [];
  const own = known.get(data) ?? new Map<string, readonly Subject[]>();
  known.set(data, own);
  return getOrInsert(own, place, () => found(data, place));
}

function found(data: unknown, place: string): readonly Subject[] {
  const values = stepsOf(place).reduce<readonly unknown[]>(
    (all, step) => all.flatMap((value) => (step === '0' ? list(value) : memberOf(value, step))),
    [data],
  );
  return values.filter(hasMembers).map((value) => ({ value, place }));
}

export const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function memberOf(value: unknown, name: string): readonly unknown[] {
  return hasMembers(value) && Object.hasOwn(value, name) ? [value[name]] : [];
}

/** Returns what distinguishes an object from others of its list. */
export function nameOf(value: Readonly<Record<string, unknown>>): string | undefined {
  const [, name] =
    Object.entries(value).find(([key]) =>
      /^(id|.*_id|name|service|date|resource|invoice_month)$/.test(key),
    ) ?? [];
  return typeof name === 'string' ? name : undefined;
}
