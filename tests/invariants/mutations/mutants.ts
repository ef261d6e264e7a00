import type { OperationId } from '../../../src/generated/operations.js';
import { type Place, walk } from './figures.js';

/** A way in which an operation could be wrong: everywhere it shows this figure, or this list. */
export interface Mutant {
  readonly operationId: OperationId;
  readonly place: Place;
  readonly mutation: Mutation;
}

/**
 * - `more`: a cent, a hundredth or one too much.
 * - `scaled`: one percent too much.
 * - `zeroed`: 0 where nothing is known.
 * - `dropped`: a list without its first row.
 * - `swapped`: a list with its first two rows in each other's place.
 */
export type Mutation = 'more' | 'scaled' | 'zeroed' | 'dropped' | 'swapped';

/** What has been seen at a place, over many answers. */
interface Seen {
  figures: number;
  nulls: number;
  whole: boolean;
  largest: number;
  /** Rows in the longest list. */
  rows: number;
}

/** Every mutant that would show in some of these answers. */
export function mutantsOf(operationId: OperationId, answers: readonly unknown[]): readonly Mutant[] {
  const places = new Map<Place, Seen>();
  for (const answer of answers) {
    walk(answer, (value, place) => {
      const seen = places.get(place) ?? { figures: 0, nulls: 0, whole: true, largest: 0, rows: 0 };
      places.set(place, seen);
      if (value === null) seen.nulls += 1;
      if (Array.isArray(value)) seen.rows = Math.max(seen.rows, value.length);
      if (typeof value === 'number') {
        seen.figures += 1;
        seen.whole &&= Number.isInteger(value);
        seen.largest = Math.max(seen.largest, Math.abs(value));
      }
    });
  }
  return [...places].flatMap(([place, seen]) =>
    mutationsOf(seen).map((mutation) => ({ operationId, place, mutation })),
  );
}

function mutationsOf({ figures, nulls, whole, largest, rows }: Seen): readonly Mutation[] {
  return [
    ...(figures > 0 ? (['more'] as const) : []),
    // A percent of a small number is too little to be seen.
    ...(figures > 0 && !whole && largest > 1 ? (['scaled'] as const) : []),
    ...(figures > 0 && nulls > 0 ? (['zeroed'] as const) : []),
    ...(rows > 0 ? (['dropped'] as const) : []),
    ...(rows > 1 ? (['swapped'] as const) : []),
  ];
}

/** What the mutation makes of the value at its place. */
export function mutate(mutation: Mutation, value: any): unknown {
  switch (mutation) {
    case 'more':
      return typeof value === 'number' ? round(value + (Number.isInteger(value) ? 1 : 0.01)) : value;
    case 'scaled':
      return typeof value === 'number' ? round(value * 1.01) : value;
    case 'zeroed':
      return value === null ? 0 : value;
    case 'dropped':
      return Array.isArray(value) ? value.slice(1) : value;
    case 'swapped':
      return Array.isArray(value) && value.length > 1 ? [value[1], value[0], ...value.slice(2)] : value;
  }
}

/** To what the finest of figures is shown with. */
function round(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}
