import type { OperationId } from '../../../src/generated/operations.js';
import type { ExchangeCheck } from '../../check.js';
import type { Claim } from '../../claim.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { about } from './about.js';

/** A day in milliseconds: the tolerance for dates without a time, which may be in any time zone. */
export const dayMs = 86_400_000;

export const instant = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
export const nowOf = ({ response }: CompleteExchange) => instant(response.json?.timestamp);

interface Moment {
  readonly name: string;
  readonly value: unknown;
}

type DerivedClaim = Omit<Claim, 'level' | 'basis'>;

/** Returns a check that moments are not after the `timestamp` of the response. */
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
        message: `\`${name}\` is in the future.`,
        expected: `${exchange.response.json.timestamp} or earlier`,
        actual: String(value),
      },
  });
}

/** Returns a check that an end is not before its start. */
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
        message: `\`${end.name}\` is before \`${start.name}\`.`,
        expected: `${start.value} or later`,
        actual: String(end.value),
      },
  });
}
