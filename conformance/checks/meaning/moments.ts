import type { OperationId } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import type { AnsweredExchange } from '../../http/exchange.js';
import { about, rowsOf } from './claim.js';

/** A day more than the server's own clock tells, as a date without a time may be of any zone. */
const dayMs = 86_400_000;

const instant = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
const nowOf = ({ response }: AnsweredExchange) => instant(response.json?.timestamp);

interface Moment {
  readonly name: string;
  readonly value: unknown;
}

/** A claim that something which has happened did so before the answer was made. */
function past(
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
function span(
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

export const momentChecks: readonly Check[] = [
  past(
    'getCostForecast',
    'forecast.actuals-are-past',
    'Actual costs are known through a day that has been.',
    'Forecast: actuals_through',
    (data) => [{ name: 'actuals_through', value: data.actuals_through }],
  ),
  about(
    'getCostForecast',
    {
      id: 'forecast.age-of-actuals-is-told',
      level: 'SHOULD',
      basis: 'derived',
      requirement: 'days_since_last_actual counts the days from actuals_through to now.',
      source: 'Forecast: actuals_through, days_since_last_actual',
    },
    (data, exchange) =>
      typeof data.days_since_last_actual === 'number' &&
      !Number.isNaN(instant(data.actuals_through) + nowOf(exchange))
        ? [data]
        : [],
    ({ actuals_through, days_since_last_actual }, exchange) => {
      const days = Math.floor((nowOf(exchange) - instant(actuals_through)) / dayMs);
      // Whether today counts, and where the day ends, is not stated.
      return Math.abs(days - days_since_last_actual) <= 1
        ? undefined
        : {
            message: 'days_since_last_actual is not the age of the last actual costs.',
            expected: `about ${days}, from ${actuals_through} to ${exchange.response.json.timestamp}`,
            actual: `days_since_last_actual ${days_since_last_actual}`,
          };
    },
  ),
  past(
    'listRecommendationTargets',
    'targets.opened-in-the-past',
    'A pull request was opened before it was told of.',
    'Repository target: opened_at',
    (data) => rowsOf(data.items).map(({ opened_at }) => ({ name: 'opened_at', value: opened_at })),
  ),
  past(
    'createWebhookEndpoint',
    'webhooks.created-in-the-past',
    'An endpoint was created before the answer that tells of it.',
    'Webhook endpoint: created_at',
    (data) => [{ name: 'created_at', value: data.created_at }],
  ),
  span(
    'getRealizedSavingsAudit',
    'audits.period-ends-after-it-starts',
    'The billing period of an audit does not end before it starts.',
    'Realized savings audit detail: billing_period_start, billing_period_end',
    (data) => [
      { name: 'billing_period_start', value: data.billing_period_start },
      { name: 'billing_period_end', value: data.billing_period_end },
    ],
  ),
  about(
    'getRealizedSavingsAudit',
    {
      id: 'audits.active-days-fit-the-period',
      level: 'MUST',
      basis: 'derived',
      requirement: 'A saving is active on no more days than its billing period has.',
      source: 'Realized savings audit detail: days_active_in_period',
    },
    (data) =>
      typeof data.days_active_in_period === 'number' &&
      instant(data.billing_period_end) >= instant(data.billing_period_start)
        ? [data]
        : [],
    ({ days_active_in_period: active, billing_period_start: start, billing_period_end: end }) => {
      // A period may be told by its last day, which counts too.
      const days = Math.floor((instant(end) - instant(start)) / dayMs) + 1;
      return active >= 0 && active <= days
        ? undefined
        : {
            message: 'The saving was active on more days than there are.',
            expected: `from 0 to ${days}, from ${start} to ${end}`,
            actual: `days_active_in_period ${active}`,
          };
    },
  ),
  span(
    'updateVirtualTagKey',
    'tags.window-ends-after-it-starts',
    'The window of a tag key’s figures does not end before it starts.',
    'Virtual tag key: window',
    ({ key }) => [
      { name: 'window.start', value: key?.window?.start },
      { name: 'window.end', value: key?.window?.end },
    ],
  ),
];
