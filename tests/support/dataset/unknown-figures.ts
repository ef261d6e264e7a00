import type { CompleteExchange } from '../../../conformance/engine/http/exchange.js';
import type { Operation } from '../../../conformance/engine/operation.js';
import { departureOf } from '../../../conformance/suite/expect/documented-shape.js';
import { type CallInput, testDataset } from './dataset.js';
import { requestsTo } from './dataset-requests.js';

/** Maximum number of responses of an operation, for a short test. */
const maxResponses = 6;

const { call, clock } = testDataset();
const now = new Date(clock.now()).toISOString();

/** A response, and the same with one figure null, as the document allows. */
export interface UnknownFigure {
  /** The figure, with `[]` in place of a row: `items[].cost`. */
  readonly figure: string;
  readonly exchange: CompleteExchange;
  readonly known: CompleteExchange;
}

/** Makes each nullable figure of valid responses null, one at a time: in the first row, and in all rows. */
export function* unknownFigures(operation: Operation): Generator<UnknownFigure> {
  for (const request of requestsTo(operation.operationId, call).slice(0, maxResponses)) {
    const data = call(operation.operationId, request);
    const known = exchangeOf(operation, request, data);
    for (const [figure, places] of numbersIn(data)) {
      for (const some of places.length > 1 ? [places.slice(0, 1), places] : [places]) {
        const exchange = exchangeOf(operation, request, withNull(data, some));
        if (departureOf(exchange) !== null) break;
        yield { figure, exchange, known };
      }
    }
  }
}

function exchangeOf(
  operation: Operation,
  { path = {}, query = {} }: CallInput,
  data: unknown,
): CompleteExchange {
  const json = { success: true, timestamp: now, data };
  const route = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const { operationId, method } = operation;
  const sent = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const status = Object.keys(operation.responses).find((one) => one.startsWith('2'));
  return {
    ...{ operationId, as: 'caller', undocumented: false, failure: null },
    request: { method, url: route, path: route, query: sent, headers: {}, body: null },
    response: {
      ...{ status: Number(status), headers: { 'content-type': 'application/json' }, json },
      ...{ body: JSON.stringify(json), durationMs: 1, repeatsKey: false },
    },
  };
}

/** Returns the places of numbers by their path with `[]` in place of a row. */
function numbersIn(data: unknown): Map<string, string[][]> {
  const places = new Map<string, string[][]>();
  const visit = (value: unknown, path: string[], pattern: string) => {
    if (typeof value === 'number') places.set(pattern, [...(places.get(pattern) ?? []), path]);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      visit(
        one,
        [...path, name],
        Array.isArray(value) ? `${pattern}[]` : `${pattern}${pattern === '' ? '' : '.'}${name}`,
      );
    }
  };
  visit(data, [], '');
  return places;
}

/** Returns a copy with null at some places; it shares the rest. */
function withNull(data: any, places: readonly (readonly string[])[]): unknown {
  const copies = new Map<unknown, any>();
  const copyOf = (one: any) => {
    if (!copies.has(one)) copies.set(one, Array.isArray(one) ? [...one] : { ...one });
    return copies.get(one);
  };
  const root = copyOf(data);
  for (const place of places) {
    let [parent, original] = [root, data];
    for (const step of place.slice(0, -1)) {
      parent[step] = copyOf(original[step]);
      [parent, original] = [parent[step], original[step]];
    }
    parent[place.at(-1) as string] = null;
  }
  return root;
}
