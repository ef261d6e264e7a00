import type { OperationId } from '../../../src/generated/operations.js';
import type { ExchangeCheck } from '../../check.js';
import type { Claim } from '../../claim.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { about } from './about.js';

/** A day more than the server's own clock tells, as a date without a time may be of any zone. */
export const dayMs = 86_400_000;

export const instant = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
export const nowOf = ({ response }: CompleteExchange) => instant(response.json?.timestamp);

interface Moment {
  readonly name: string;
  readonly value: unknown;
}

type DerivedClaim = Omit<Claim, 'level' | 'basis'>;

/** A claim that something which has happened did so before the response was made. */
export function past(
  operation: OperationId,
  { moments, ...claim }: DerivedClaim & { readonly moments: (data: any) => readonly Moment[] },
): ExchangeCheck {
  return about(operation, {
    level: 'MUST',
    basis: 'derived',
    ...claim,
    each: (data, exchange) =>
      Number.isNaN(nowOf(exchange)) ? [] : moments(data).filter(({ value }) => !Number.isNaN(instant(value))),
    judge: ({ name, value }, exchange) =>
      instant(value) <= nowOf(exchange) + dayMs || {
        message: `${name} lies in the future.`,
        expected: `at most ${exchange.response.json.timestamp}`,
        actual: String(value),
      },
  });
}

/** A claim that what begins does not end before. */
export function span(
  operation: OperationId,
  { ends, ...claim }: DerivedClaim & { readonly ends: (data: any) => readonly [start: Moment, end: Moment] },
): ExchangeCheck {
  return about(operation, {
    level: 'MUST',
    basis: 'derived',
    ...claim,
    each: (data) => {
      const [start, end] = ends(data);
      return Number.isNaN(instant(start.value) + instant(end.value)) ? [] : [{ start, end }];
    },
    judge: ({ start, end }) =>
      instant(start.value) <= instant(end.value) || {
        message: `${end.name} lies before ${start.name}.`,
        expected: `${start.value} or later`,
        actual: String(end.value),
      },
  });
}
