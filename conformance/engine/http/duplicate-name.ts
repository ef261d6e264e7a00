import { isDeepStrictEqual } from 'node:util';
import { endOfString, measure } from './parse-body.js';

/** A name that occurs more than once in an object. */
export interface DuplicateName {
  /** The names and indexes that lead to it. */
  readonly path: readonly string[];
  /** Two of its values, in the order of the text. */
  readonly values: readonly [unknown, unknown];
  /** Whether the two values differ. */
  readonly differs: boolean;
}

/** The first and last index of a part of the text. */
type Range = readonly [start: number, end: number];

/** An object or array that is not closed yet. */
interface Open {
  /** The values of an object by name, null for one in which a name is duplicate; undefined for an array. */
  readonly values: Map<string, Range | null> | undefined;
  /** The current name of an object. */
  name: string;
  /** The current index of an array. */
  row: number;
  /** Where the current value of an object starts; undefined before the first. */
  start: number | undefined;
}

/**
 * Finds a name that occurs more than once in an object.
 *
 * @param text valid JSON
 * @param json the parsed text, which has only the last value of each name
 * @returns the first one with two different values, otherwise the first one; undefined if all names are unique
 */
export function duplicateName(text: string, json: unknown): DuplicateName | undefined {
  // Counting takes a fraction of the time of remembering names.
  return measure(text).names === namesIn(json) ? undefined : search(text);
}

/** Returns the number of names of all objects. */
function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) for (const element of value) names += namesIn(element);
  else for (const name in value) names += 1 + namesIn((value as Record<string, unknown>)[name]);
  return names;
}

function search(text: string): DuplicateName | undefined {
  const open: Open[] = [];
  let string: Range = [0, 0];
  let found: DuplicateName | undefined;
  let foundAt = 0;
  for (let index = 0; index < text.length; index += 1) {
    const current = open.at(-1);
    switch (text[index]) {
      case '"':
        string = [index, endOfString(text, index) + 1];
        index = string[1] - 1;
        break;
      case ':':
        if (!current) break;
        current.name = nameIn(text, string);
        current.start = index + 1;
        break;
      case '{':
      case '[':
        open.push({
          values: text[index] === '{' ? new Map() : undefined,
          name: '',
          row: 0,
          start: undefined,
        });
        break;
      case ',':
      case '}':
      case ']': {
        const duplicate = ended(text, open, [foundAt, index]);
        if (duplicate?.differs) return duplicate;
        if (duplicate) foundAt = index;
        found ??= duplicate;
        if (text[index] !== ',') open.pop();
        else if (current) current.row += 1;
      }
    }
  }
  return found;
}

function nameIn(text: string, [start, end]: Range): string {
  const name = text.slice(start + 1, end - 1);
  return name.includes('\\') ? JSON.parse(`"${name}"`) : name;
}

/**
 * Adds the value that ends at an index to the innermost object.
 *
 * @param foundAt where the last duplicate was found
 * @returns the name if it already has a value, unless the duplicate is in one of the two: comparing the values of
 * each object around a duplicate would take quadratic time
 */
function ended(text: string, open: readonly Open[], [foundAt, end]: Range): DuplicateName | undefined {
  const { values, name = '', start } = open.at(-1) ?? {};
  if (!values || start === undefined) return;
  const before = values.get(name);
  const range: Range | null = foundAt > start ? null : [start, end];
  values.set(name, range);
  if (!before || !range) return;
  const pair = [JSON.parse(text.slice(...before)), JSON.parse(text.slice(...range))] as const;
  const path = open.map((one) => (one.values ? one.name : String(one.row)));
  return { path, values: pair, differs: !isDeepStrictEqual(...pair) };
}
