/** Where figures of one kind stand in an answer: `rows[].consumers[].covered_hours`. */
export type Place = string;

/** Calls `visit` with each value of an answer and its place, outermost first. */
export function walk(value: unknown, visit: (value: unknown, place: Place) => void, place: Place = ''): void {
  visit(value, place);
  if (Array.isArray(value)) {
    for (const one of value) walk(one, visit, `${place}[]`);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) walk(one, visit, place === '' ? key : `${place}.${key}`);
  }
}

/** A copy of an answer in which what stands at a place is changed; the rest is shared with the original. */
export function changedAt(value: any, place: Place, change: (value: any) => unknown): any {
  return changed(value, stepsTo(place), change);
}

/** `rows[].id` is the steps `rows`, `[]` and `id`. */
function stepsTo(place: Place): readonly string[] {
  return place.match(/\[\]|[^.[\]]+/g) ?? [];
}

function changed(value: any, [step, ...rest]: readonly string[], change: (value: any) => unknown): any {
  if (step === undefined) return change(value);
  if (value === null || typeof value !== 'object') return value;
  if (step === '[]') {
    return Array.isArray(value) ? value.map((one) => changed(one, rest, change)) : value;
  }
  return step in value ? { ...value, [step]: changed(value[step], rest, change) } : value;
}
