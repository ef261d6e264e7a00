import { getOrInsert } from '../../../src/get-or-insert.js';
import { type CompleteExchange, isSuccess } from '../../engine/http/exchange.js';
import { perExchange } from '../../engine/judge/per-exchange.js';
import { bodySchemas, schemasOfParts, schemasWithin } from '../contract.js';
import type { Misfit } from './schema.js';

/**
 * Whether a success contains a value to which a kind of rule applies. A missing field, for example, does not
 * show its type, and null does not show a format.
 */
export function hasEvidence(exchange: CompleteExchange, kind: Misfit): boolean {
  return kindsIn(exchange).has(kind);
}

const kindsIn = perExchange((exchange): ReadonlySet<Misfit> => {
  const { operationId, response } = exchange;
  const found = new Set<Misfit>();
  if (operationId === null || !isSuccess(exchange)) return found;
  const data = response.json?.data;
  const schemas = schemasWithin(bodySchemas(operationId, response.status), 'data');
  // Only an object has fields: an empty list is not evidence.
  if (isObject(data) && has(schemas, 'absent')) found.add('absent');
  visitParts(schemas, [data], found);
  return found;
});

/** Visits the parts of values that share their schemas. Parts with the same name are visited together. */
function visitParts(schemas: readonly any[], values: readonly unknown[], found: Set<Misfit>): void {
  // Most responses show all that their schemas contain before the last list.
  if (kindsBelow(schemas).every((kind) => found.has(kind))) return;
  for (const [name, parts] of partsOf(values)) {
    const own = schemasWithin(schemas, name);
    if (own.length === 0) continue;
    const isNull = parts.every((part) => part === null);
    for (const kind of kindsOf(own)) {
      if (kind === 'absent' ? parts.some(isObject) : !isNull || kindsOfNull.includes(kind)) found.add(kind);
    }
    visitParts(own, parts, found);
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

function partsOf(values: readonly unknown[]): Map<string, unknown[]> {
  const parts = new Map<string, unknown[]>();
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [name, part] of Object.entries(value)) {
      // All items of a list have the same schema.
      getOrInsert(parts, isList ? '0' : name, () => []).push(part);
    }
  }
  return parts;
}

const keywordsOf: Readonly<Record<Exclude<Misfit, 'null-list'>, readonly string[]>> = {
  absent: ['required'],
  type: ['type'],
  null: ['type'],
  set: ['enum', 'const'],
  format: ['format', 'pattern'],
  form: ['oneOf', 'anyOf'],
  bounds: [
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ],
};
const kinds: readonly Misfit[] = ['absent', 'type', 'null', 'null-list', 'set', 'format', 'form', 'bounds'];
const kindsOfNull: readonly Misfit[] = ['type', 'null'];

const known = new WeakMap<readonly any[], readonly Misfit[]>();

/** Returns the kinds of rules that some schemas contain. */
const kindsOf = (schemas: readonly any[]) =>
  getOrInsert(known, schemas, () => kinds.filter((kind) => has(schemas, kind)));

const below = new WeakMap<readonly any[], readonly Misfit[]>();

/** Returns the kinds of rules that the parts of values with some schemas can show. */
const kindsBelow = (schemas: readonly any[]) => getOrInsert(below, schemas, () => [...collectKinds(schemas)]);

function collectKinds(
  schemas: readonly any[],
  seen: Set<unknown> = new Set(schemas),
  found: Set<Misfit> = new Set(),
): ReadonlySet<Misfit> {
  for (const part of schemasOfParts(schemas)) {
    if (part.every((schema) => seen.has(schema))) continue;
    for (const schema of part) seen.add(schema);
    for (const kind of kindsOf(part)) found.add(kind);
    collectKinds(part, seen, found);
  }
  return found;
}

/** Whether some schemas contain a rule of a kind. */
function has(schemas: readonly any[], kind: Misfit): boolean {
  if (kind === 'null-list') return schemas.some(({ type }) => [type].flat().includes('array'));
  return schemas.some((schema) => keywordsOf[kind].some((keyword) => schema[keyword] !== undefined));
}
