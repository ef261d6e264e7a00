import type { TestRequest } from '../support/serve.js';

/**
 * A new value, undefined to leave it out; or what makes one of the old. The second argument is the response's
 * `data`, or its whole body where it has none.
 */
export type Edit =
  | ((value: any, data: any, request: TestRequest) => unknown)
  | object
  | string
  | number
  | boolean
  | null
  | undefined;

/**
 * A copy of a body in which one place is edited: `data.total`, `data.lines[0].id`, `data.items[].id` for every
 * item. A function edits only what is there; a path that leads nowhere changes nothing.
 */
export function edited(body: any, path: string, edit: Edit, request: TestRequest): unknown {
  const steps = path.match(/\[\]|[^.[\]]+/g) ?? [];
  const root = body?.data ?? body;
  return walk(body, steps, (value) => {
    if (typeof edit !== 'function') return edit;
    return value === undefined ? value : edit(value, root, request);
  });
}

function walk(value: any, [step, ...rest]: readonly string[], edit: (value: any) => unknown): unknown {
  if (step === undefined) return edit(value);
  if (typeof value !== 'object' || value === null) return value;
  const next = (one: unknown) => walk(one, rest, edit);
  if (!Array.isArray(value)) return { ...value, [step]: next(value[step]) };
  return value.map((one, index) => (step === '[]' || index === Number(step) ? next(one) : one));
}

export const plus = (amount: number) => (value: number) => value + amount;
export const times = (factor: number) => (value: number) => value * factor;

/** Edits a list: its first item stands in it twice. */
export const withFirstTwice = (list: readonly unknown[]) => [...list, ...list.slice(0, 1)];

/** Edits an object: two of its fields have each other's value. */
export const swapped = (one: string, other: string) => (object: any) => ({
  ...object,
  [one]: object[other],
  [other]: object[one],
});
