import type { Response } from './evaluation.js';

/** Describes the first place where two different responses differ, for example `data.items[0].cost: 1 → 2`. */
export function firstDifference(original: Response, mutated: Response): string {
  if (original.status !== mutated.status) return `status: ${original.status} → ${mutated.status}`;
  return difference('', JSON.parse(original.body), JSON.parse(mutated.body)) ?? 'order of the members';
}

function difference(path: string, one: unknown, other: unknown): string | undefined {
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) {
    return Object.is(one, other) ? undefined : `${path.slice(1)}: ${show(one)} → ${show(other)}`;
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) {
    return `${path.slice(1)}.length: ${one.length} → ${other.length}`;
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference(`${path}.${name}`, one[name], other[name]);
    if (found) return found;
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const show = (value: unknown) => (JSON.stringify(value) ?? 'absent').slice(0, 80);
