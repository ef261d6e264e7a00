import { type OperationId, operations } from '../../../src/generated/operations.js';
import { proposal } from '../claims.js';
import { bodySchemas, expand, operationOf, schemasWithin } from '../contract.js';
import type { Rule } from './rule.js';
import { stepsOf } from './subjects-at.js';

/** A rule of the document, and the operations and the parts of their data that it is about. */
export interface DocumentedRule extends Rule {
  /** By operation: `services[].days[]`, empty for all of the data. */
  readonly places: ReadonlyMap<OperationId, readonly string[]>;
}

/** All rules of the document, in its order. */
export function documentedRules(): readonly DocumentedRule[] {
  const rules = new Map<string, Rule & { places: Map<OperationId, string[]> }>();
  for (const { operationId } of operations) {
    for (const [place, rule] of rulesWithin(dataSchemas(operationId), '')) {
      if (rule.operations && !rule.operations.includes(operationId)) continue;
      const { places } = rules.get(rule.id) ?? { places: new Map() };
      rules.set(rule.id, { ...rule, places });
      places.set(operationId, [...new Set([...(places.get(operationId) ?? []), place])]);
    }
  }
  return [...rules.values()];
}

/** The schemas of `data` in successes. */
function dataSchemas(id: OperationId): readonly any[] {
  return Object.keys(operationOf(id).responses)
    .filter((status) => status.startsWith('2'))
    .flatMap((status) => schemasWithin(bodySchemas(id, Number(status)), 'data'));
}

/** @returns the rules of schemas and of all schemas within them, with the place of each */
function rulesWithin(
  schemas: readonly any[],
  place: string,
  above: readonly unknown[] = [],
): readonly (readonly [place: string, Rule])[] {
  const within = (part: unknown, at: string) => rulesWithin(expand(part), at, [...above, ...schemas]);
  return schemas
    .filter((schema) => !above.includes(schema))
    .flatMap(({ 'x-rules': rules = [], properties = {}, items }) => [
      ...rules.map((rule: Rule) => [place, { ...proposal, ...rule }] as const),
      ...Object.entries(properties).flatMap(([name, property]) =>
        within(property, place ? `${place}.${name}` : name),
      ),
      ...within(items, `${place}[]`),
    ]);
}

/** Returns the properties of the schema at a place of the data of an operation. */
export function schemaAt(operation: OperationId, place: string): Readonly<Record<string, unknown>> {
  const schemas = stepsOf(place).reduce(schemasWithin, dataSchemas(operation));
  return Object.assign({}, ...schemas.map(({ properties }) => properties));
}
