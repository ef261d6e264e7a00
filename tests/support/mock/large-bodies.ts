import { document } from '../../../src/generated/document.js';
import type { Operation } from '../../../src/generated/operations.js';

/** Strings that can be expensive for a regular expression or a parser when repeated. */
export const texts = [
  'a',
  'a.',
  '0',
  '%',
  '%41',
  ':',
  '/',
  '@',
  ' ',
  '-',
  '; charset=',
  '\\u0041',
  '😀',
  '__proto__',
];

export type Shape = (text: string, bytes: number) => string;

/** Creates a JSON value of about this many bytes. */
export const shapes: readonly Shape[] = [
  (text, bytes) => quoted(text, bytes),
  (text, bytes) => quoted(`https://${text}`, bytes),
  (_text, bytes) => '9'.repeat(bytes),
  (_text, bytes) => `0.${'9'.repeat(bytes)}`,
  (_text, bytes) => `1e${'9'.repeat(bytes)}`,
  (_text, bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  (_text, bytes) => `${'{"a":'.repeat(bytes / 6)}null${'}'.repeat(bytes / 6)}`,
  (_text, bytes) => list(bytes, (index) => `"${index}"`),
  (_text, bytes) => list(bytes, (index) => `{"a":${index}}`),
  (_text, bytes) => list(bytes, () => '{}'),
  (_text, bytes) => list(bytes, () => '[]'),
  // As many items as allowed, each as similar and as large as possible.
  ...[99, 100, 999, 1000].flatMap((count): Shape[] => [
    (text, bytes) => many(count, bytes, (index, room) => quoted(text, room, String(index))),
    (_text, bytes) => many(count, bytes, (index, room) => list(room - 9, () => '1', `,${index}]`)),
    (_text, bytes) => many(count, bytes, (index, room) => members(room - 9, `,"z":${index}}`)),
  ]),
  (_text, bytes) => members(bytes, '}'),
  (text, bytes) => `{${quoted(text, bytes)}:0}`,
];

function quoted(text: string, bytes: number, end = ''): string {
  const room = Math.max(0, bytes - end.length - 2);
  return `"${text.repeat(Math.floor(room / Buffer.byteLength(text)))}${end}"`;
}

function list(bytes: number, entry: (index: number) => string, end = ']'): string {
  const entries: string[] = [];
  for (let length = 2; length < bytes - 20; length += (entries.at(-1) ?? '').length + 1)
    entries.push(entry(entries.length));
  return `[${entries.join(',')}${entries.length === 0 ? end.replace(/^,/, '') : end}`;
}

function members(bytes: number, end: string): string {
  return list(bytes, (index) => `"k${index}":0`, end).replace('[', '{');
}

function many(count: number, bytes: number, entry: (index: number, room: number) => string): string {
  const room = Math.floor(bytes / count) - 1;
  return `[${Array.from({ length: count }, (_, index) => entry(index, room)).join(',')}]`;
}

/** Returns a body that contains the value and is otherwise valid. */
export type Place = (filling: string) => string;

/**
 * Returns all places of a value in a body: the body itself, its members, an unknown member, items of arrays, and
 * recursively within each.
 */
export function placesIn(schema: any): readonly Place[] {
  const { properties = {}, items, required = [], ...own } = followed(schema);
  const parts: any[] = [...(own.oneOf ?? []), ...(own.anyOf ?? []), ...(own.allOf ?? [])];
  const membersOf = Object.entries<any>({ ...properties, unknown: {} });
  return [
    (filling) => filling,
    ...(own.type === 'object'
      ? membersOf.flatMap(([name, property]) => {
          const beside = required.filter((other: string) => other !== name);
          const rest = beside.map(
            (other: string) => `,${JSON.stringify(other)}:${JSON.stringify(valid(properties[other]))}`,
          );
          return placesIn(property).map(
            (inner): Place =>
              (filling) =>
                `{${JSON.stringify(name)}:${inner(filling)}${rest.join('')}}`,
          );
        })
      : []),
    ...(items
      ? placesIn(items).map(
          (inner): Place =>
            (filling) =>
              `[${inner(filling)}]`,
        )
      : []),
    ...parts.flatMap(placesIn),
  ];
}

/** Returns the smallest valid value of a schema. */
function valid(schema: any): unknown {
  const { type, properties = {}, required = [], items, ...own } = followed(schema);
  if (own.const !== undefined) return own.const;
  if (own.enum) return own.enum[0];
  if (own.examples) return own.examples[0];
  if (own.oneOf) return valid(own.oneOf[0]);
  if (type === 'object')
    return Object.fromEntries(required.map((name: string) => [name, valid(properties[name])]));
  if (type === 'array') return own.minItems ? [valid(items)] : [];
  if (type === 'integer' || type === 'number') return own.minimum ?? 1;
  return [type].flat().includes('null') ? null : 'x';
}

function followed({ $ref, ...beside }: any): any {
  if ($ref === undefined) return beside;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((at: any, name: string) => at[name], document);
  return { ...followed(target), ...beside };
}

export function bodySchema({ path, method }: Operation): any {
  return document.paths[path][method.toLowerCase()].requestBody.content['application/json'].schema;
}
