import type { TestRequest } from '../support/serve.js';

/**
 * A new value (undefined removes the member), or a function of the old value. The second argument of the function
 * is the `data` of the response, or the whole body if it has none.
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
 * Returns a copy of a body with one place edited: `data.total`, `data.lines[0].id`, or `data.items[].id` for every
 * item. A function edits only existing values; a path that does not exist changes nothing.
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

/** Edits a number; null is left as it is. */
export const plus = (amount: number) => (value: any) => (value === null ? null : value + amount);
/** Edits a number; null and 0 are left as they are. */
export const plusUnlessZero = (amount: number) => (value: any) => value && value + amount;
export const times = (factor: number) => (value: any) => value && value * factor;

/** Edits a list: repeats its first item at the end. */
export const withFirstTwice = (list: readonly unknown[]) => [...list, ...list.slice(0, 1)];

/** Edits an object: swaps the values of two fields. */
export const swapped = (one: string, other: string) => (object: any) => ({
  ...object,
  [one]: object[other],
  [other]: object[one],
});
