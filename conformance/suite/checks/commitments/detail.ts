import type { Check } from '../../../engine/check.js';
import { roundingOf, sum } from '../../expect/near.js';
import { equation, figure, percentage, rateOf } from '../shared/equation.js';
import { rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { monthHours } from '../shared/month-hours.js';
import { leverageOf, pointsOf, slopeOf } from '../shared/slope.js';
import { dayMs, instant, nowOf } from '../shared/timestamps.js';
import { totalIsSum, withParts } from '../shared/total-is-sum.js';

const detail = 'getCommitment' as const;
const source = 'Commitment reads: one commitment; Proposed by this contract';

/** Days of the trend of utilization, and of an average month of demand. */
const trendDays = 30;

/** Checks of the detail of one commitment, and of its histories. */
export const detailChecks: readonly Check[] = [
  equation('getCommitment', {
    id: 'commitments.history-makes-the-utilization',
    level: 'SHOULD',
    basis: 'proposed',
    deviation: 'preference',
    requirement:
      '`current_utilization_pct` of a commitment equals the used hours divided by the purchased hours of its whole `utilization_history`, as a percentage.',
    source: 'Proposed by this contract; Commitment read semantics, rule 3',
    formula: 'the used hours divided by the purchased hours of `utilization_history`, as a percentage',
    figures: ({ current_utilization_pct, utilization_history, start_date }) => {
      // A day without a percentage is not in the history, but in the utilization.
      if (!isWhole(rowsOf(utilization_history), start_date)) return [];
      const total = (name: string) => sum(rowsOf(utilization_history).map((day) => day[name]));
      const [used, purchased] = [total('used_hours'), total('purchased_hours')];
      return [
        rateOf({ current_utilization_pct, used, purchased }, 'current_utilization_pct', 'used', 'purchased'),
      ];
    },
  }),
  totalIsSum('getCommitment', {
    id: 'commitments.consumers-make-the-covered-spend',
    level: 'SHOULD',
    basis: 'proposed',
    deviation: 'contradiction',
    requirement:
      '`covered_spend_monthly` of a commitment equals the sum of `consumers[].covered_spend_monthly`.',
    source: 'Proposed by this contract',
    sums: ({ covered_spend_monthly: total, consumers }) =>
      withParts([
        {
          name: 'covered_spend_monthly',
          definition: 'the sum of `consumers[].covered_spend_monthly`',
          total,
          parts: rowsOf(consumers).map(({ covered_spend_monthly }) => covered_spend_monthly),
        },
      ]),
  }),
  forEachRow('getCommitment', {
    id: 'commitments.utilization-has-a-history',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_history` and `coverage_history` of a commitment are not empty if `current_utilization_pct` is a number.',
    source,
    each: (data) =>
      typeof data.current_utilization_pct === 'number' && Array.isArray(data.utilization_history)
        ? [data]
        : [],
    judge: ({ utilization_history, coverage_history }) =>
      (rowsOf(utilization_history).length > 0 && rowsOf(coverage_history ?? [{}]).length > 0) || {
        message: 'A history is empty although `current_utilization_pct` is a number.',
        expected: 'at least one day',
        actual: 'no days',
      },
  }),
  equation('getCommitment', {
    id: 'commitments.trend-fits-the-history',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_slope_pp_30d` of a commitment is the change in 30 days of the straight line through `utilization_history`.',
    source,
    formula: 'the change in 30 days of the straight line through `utilization_history`',
    figures: (data) => {
      const points = pointsOf(rowsOf(data.utilization_history), 'utilization_pct');
      const slope = points.length > 2 ? slopeOf(points) * trendDays : Number.NaN;
      const rounding = roundingOf(points.map(({ value }) => value));
      const within = 0.05 + rounding * leverageOf(points) * trendDays;
      return [
        percentage({ ...data, slope }, 'utilization_slope_pp_30d', ['slope'], (value) => value, within),
      ];
    },
  }),
  equation(detail, {
    id: 'commitments.fee-follows-from-the-hourly-commitment',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`fee_monthly_list` of a commitment equals `hourly_commitment_usd` over 730 hours, and `monthly_commitment_usd` is not more.',
    source: 'Commitment reads: one commitment; Proposed by this contract',
    formula: '`hourly_commitment_usd` × 730, or less at the price it was sold at',
    figures: (data) => [
      figure(data, 'fee_monthly_list', ['hourly_commitment_usd'], (hourly) => hourly * monthHours, 0.04),
      figure(
        data,
        'monthly_commitment_usd',
        ['hourly_commitment_usd', 'monthly_commitment_usd'],
        // The hourly amount is that of public prices, before a negotiated discount.
        (hourly, sold) => Math.min(sold, hourly * monthHours),
        0.04,
      ),
    ],
  }),
  equation(detail, {
    id: 'commitments.days-have-their-own-rate',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_pct` of a day in `utilization_history` equals `used_hours` divided by `purchased_hours`, as a percentage.',
    source: 'Commitment read semantics, rule 3; Proposed by this contract',
    formula: '`used_hours` as a percentage of `purchased_hours`',
    figures: (data) =>
      rowsOf(data.utilization_history).map((day) =>
        percentage(
          day,
          'utilization_pct',
          ['used_hours', 'purchased_hours'],
          (used, purchased) => (purchased > 0 ? (used / purchased) * 100 : Number.NaN),
          0.02 + 1 / Number(day.purchased_hours),
        ),
      ),
  }),
  forEachRow(detail, {
    id: 'commitments.histories-have-the-same-days',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_history` and `coverage_history` of a commitment contain the same past days, in ascending order.',
    source: 'Commitment reads: one commitment; Proposed by this contract',
    each: (data) => (rowsOf(data.utilization_history).length > 0 && data.coverage_history ? [data] : []),
    judge: ({ utilization_history, coverage_history }, exchange) => {
      const days = rowsOf(utilization_history).map(({ date }) => String(date));
      const others = rowsOf(coverage_history).map(({ date }) => String(date));
      const wrong = days.find(
        (day, index) =>
          instant(day) > nowOf(exchange) + dayMs || (index > 0 && day <= (days[index - 1] ?? '')),
      );
      return (
        (wrong === undefined && days.join() === others.join()) || {
          message: 'The days of the histories are not the same past days, in ascending order.',
          expected: wrong === undefined ? `the days ${days[0]} to ${days.at(-1)}` : 'ascending past days',
          actual: wrong ?? `the days ${others[0]} to ${others.at(-1)}`,
        }
      );
    },
  }),
  equation(detail, {
    id: 'commitments.unused-days-make-the-resizing',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`rightsizing_monthly` of a commitment equals the `unused_cost` of its `utilization_history`, as a month of 730 hours.',
    source: 'Commitment read semantics, rule 7; Proposed by this contract',
    formula: 'the sum of `utilization_history[].unused_cost`, as a month of 730 hours',
    figures: (data) => {
      const days = rowsOf(data.utilization_history);
      const unused = sum(days.map(({ unused_cost }) => unused_cost));
      return [
        figure(
          { ...data, unused },
          'rightsizing_monthly',
          ['unused'],
          // On the first and last day, the commitment may run for some hours only.
          (cost) => (days.length === 30 ? (cost / (30 * 24)) * monthHours : Number.NaN),
          0.005 * days.length * (monthHours / 720) + 0.02 * Math.abs(unused),
        ),
      ];
    },
  }),
];

/** Whether a history has 30 days in a row, or all since the start of the commitment. */
function isWhole(history: readonly any[], start: unknown): boolean {
  const days = history.map(({ date }) => instant(date) / dayMs);
  const [first = Number.NaN, last = Number.NaN] = [days.at(0), days.at(-1)];
  return last - first === days.length - 1 && (days.length >= 30 || first <= instant(start) / dayMs + 1);
}
