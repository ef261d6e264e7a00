import type { OperationId } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import type { AnsweredExchange } from '../../http/exchange.js';
import { about } from './claim.js';

/** A day more than the server's own clock tells, as a date without a time may be of any zone. */
export const dayMs = 86_400_000;

export const instant = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
export const nowOf = ({ response }: AnsweredExchange) => instant(response.json?.timestamp);

interface Moment {
  readonly name: string;
  readonly value: unknown;
}

/** A claim that something which has happened did so before the answer was made. */
export function past(
  operation: OperationId,
  id: string,
  requirement: string,
  source: string,
  moments: (data: any) => readonly Moment[],
): Check {
  return about(
    operation,
    { id, level: 'MUST', basis: 'derived', requirement, source },
    (data, exchange) =>
      Number.isNaN(nowOf(exchange)) ? [] : moments(data).filter(({ value }) => !Number.isNaN(instant(value))),
    ({ name, value }, exchange) =>
      instant(value) <= nowOf(exchange) + dayMs
        ? undefined
        : {
            message: `${name} lies in the future.`,
            expected: `at most ${exchange.response.json.timestamp}`,
            actual: String(value),
          },
  );
}

/** A claim that what begins does not end before. */
export function span(
  operation: OperationId,
  id: string,
  requirement: string,
  source: string,
  ends: (data: any) => readonly [start: Moment, end: Moment],
): Check {
  return about(
    operation,
    { id, level: 'MUST', basis: 'derived', requirement, source },
    (data) => {
      const [start, end] = ends(data);
      return Number.isNaN(instant(start.value) + instant(end.value)) ? [] : [{ start, end }];
    },
    ({ start, end }) =>
      instant(start.value) <= instant(end.value)
        ? undefined
        : {
            message: `${end.name} lies before ${start.name}.`,
            expected: `${start.value} or later`,
            actual: String(end.value),
          },
  );
}
