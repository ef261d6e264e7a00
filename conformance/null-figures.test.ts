import { describe, expect, test } from 'vitest';
import { type Operation, operations } from '../src/generated/operations.js';
import { type CallInput, testDataset } from '../tests/support/dataset.js';
import { requestsTo } from '../tests/support/dataset-requests.js';
import { bearsOn } from './bears-on.js';
import type { ExchangeCheck } from './check.js';
import { checks } from './checks/index.js';
import { departureOf } from './expect/documented-shape.js';
import type { CompleteExchange } from './http/exchange.js';
import { Finding } from './outcome.js';

/** Maximum number of responses of an operation, for a short test. */
const maxResponses = 6;

const { call, clock } = testDataset();
const now = new Date(clock.now()).toISOString();

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
    ...{ operationId, as: 'caller', beyond: false, failure: null },
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
      visit(one, [...path, name], Array.isArray(value) ? `${pattern}[]` : `${pattern}.${name}`);
    }
  };
  visit(data, [], '');
  return places;
}

/** Returns a copy with other values at some places; it shares the rest. */
function withValue(data: any, places: readonly (readonly string[])[], value: null | number): unknown {
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
    parent[place.at(-1) as string] = value;
  }
  return root;
}

/** Returns the violations of checks of a single response, by check. */
function violationsOf(exchange: CompleteExchange): Map<string, string> {
  const found = new Map<string, string>();
  for (const check of checks) {
    if (check.kind !== 'exchange' || !isAbout(check, exchange)) continue;
    try {
      if (bearsOn(check, exchange)) check.run(exchange);
    } catch (error) {
      const texts =
        error instanceof Finding
          ? error.violations.map(
              ({ message, expected, actual }) => `${message} Expected ${expected}; got ${actual}`,
            )
          : [`throws ${(error as Error).message}`];
      found.set(check.id, texts.join('\n'));
    }
  }
  return found;
}

const isAbout = ({ operations: about }: ExchangeCheck, { operationId }: CompleteExchange) =>
  about === undefined || (operationId !== null && about.includes(operationId));

/** Returns the violations that an unknown figure causes and that do not state that it is null. */
function blamed(operation: Operation): string[] {
  const found = new Set<string>();
  for (const request of requestsTo(operation.operationId, call).slice(0, maxResponses)) {
    const data = call(operation.operationId, request);
    const known = violationsOf(exchangeOf(operation, request, data));
    for (const [pattern, places] of numbersIn(data)) {
      for (const some of places.length > 1 ? [places.slice(0, 1), places] : [places]) {
        const exchange = exchangeOf(operation, request, withValue(data, some, null));
        if (departureOf(exchange) !== null) break;
        for (const [id, text] of violationsOf(exchange)) {
          if (known.get(id) === text || (/\bnull\b/.test(text) && !/NaN|got 0\b/.test(text))) continue;
          found.add(`${id} with data${pattern} null: ${text}`);
        }
      }
    }
  }
  return [...found];
}

describe('no check takes an unknown figure for zero:', () => {
  test.each(operations.filter(({ method }) => method === 'GET'))('$operationId', (operation) => {
    expect(blamed(operation)).toEqual([]);
  });
});
