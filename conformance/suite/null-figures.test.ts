import { expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { unknownFigures } from '../../tests/support/dataset/unknown-figures.js';
import type { PassiveCheck } from '../engine/check.js';
import type { CompleteExchange } from '../engine/http/exchange.js';
import { Finding } from '../engine/judge/outcome.js';
import { perExchange } from '../engine/judge/per-exchange.js';
import type { Operation } from '../engine/operation.js';
import { appliesTo } from '../engine/run/applies-to.js';
import { api } from './api.js';
import { checks } from './checks/index.js';

/** Returns the violations of checks of a single response, by check. */
function violationsOf(exchange: CompleteExchange): Map<string, string> {
  const found = new Map<string, string>();
  for (const check of checks) {
    if (check.kind !== 'passive' || !isAbout(check, exchange)) continue;
    try {
      if (appliesTo(check, exchange, api)) check.run(exchange);
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

const isAbout = ({ operations: about }: PassiveCheck, { operationId }: CompleteExchange) =>
  about === undefined || (operationId !== null && about.includes(operationId));

/** Returns the violations that an unknown figure causes and that do not state that it is null. */
function blamed(operation: Operation): string[] {
  const found = new Set<string>();
  const known = perExchange(violationsOf);
  for (const { figure, exchange, known: original } of unknownFigures(operation)) {
    for (const [id, text] of violationsOf(exchange)) {
      if (
        known(original).get(id) === text ||
        (/\bnull\b/.test(text) && !/NaN|(?<!Expected null; )got 0\b/.test(text))
      )
        continue;
      found.add(`${id} with ${figure} null: ${text}`);
    }
  }
  return [...found];
}

test.each(operations.filter(({ method }) => method === 'GET'))(
  'no check takes an unknown figure for zero: $operationId',
  (operation) => {
    expect(blamed(operation)).toEqual([]);
  },
);
