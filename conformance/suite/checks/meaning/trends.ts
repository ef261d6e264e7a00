import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { roundingOf, sum } from '../../expect/near.js';
import { requestTo } from '../../request-to.js';
import { equation, figure, percentage } from '../shared/equation.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { dayMs, instant, nowOf } from '../shared/timestamps.js';

const source = 'Commitment reads: one commitment; Proposed by this contract';

/** Days of the trend of utilization, and of an average month of demand. */
const trendDays = 30;
const monthDays = 365 / 12;

/** Returns the slope of the straight line through points, per unit of `at`. */
function slopeOf(points: readonly { readonly at: number; readonly value: number }[]): number {
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const [middle, level] = [mean(points.map(({ at }) => at)), mean(points.map(({ value }) => value))];
  const rise = sum(points.map(({ at, value }) => (at - middle) * (value - level)));
  return rise / sum(points.map(({ at }) => (at - middle) ** 2));
}

/** Returns by how much the slope changes at most if each value changes by 1. */
function leverageOf(points: readonly { readonly at: number }[]): number {
  const middle = sum(points.map(({ at }) => at)) / points.length;
  const distances = points.map(({ at }) => Math.abs(at - middle));
  return sum(distances) / sum(distances.map((distance) => distance ** 2));
}

const pointsOf = (rows: readonly any[], name: string) =>
  rows.map((row) => ({ at: instant(row.date) / dayMs, value: row[name] as number }));

/** A date may be the last day of a commitment, in the most western time zone. */
const toleranceMs = 1.5 * dayMs;

/** What `status` of a commitment says about its dates, with a tolerance for time zones. */
const fits: Readonly<Record<string, (now: number, end: number) => boolean>> = {
  expiring: (now, end) => now <= end + toleranceMs && end - now <= (trendDays + 2) * dayMs,
  expired: (now, end) => end - dayMs <= now,
  // A payment may be pending after the start.
  pending: (now, end) => now <= end + toleranceMs,
};

/** Returns a commitment of which only one figure was measured, or whose detail says that its figures were. */
async function firstMeasured(probe: Probe, rows: readonly any[]): Promise<any> {
  // Other checks request the first details too.
  for (const row of rows.slice(0, 3)) {
    const isUnknown = row.current_utilization_pct === null && row.current_coverage_pct === null;
    if (!isUnknown) return row;
    const path = { commitment_id: String(row.id) };
    const detail = await probe.send(requestTo('getCommitment', { path }));
    if (isSuccess(detail) && typeof dataOf(detail).figures_source === 'string') return row;
  }
  return undefined;
}

/** Checks of what changes with time: histories, trends and the status of a commitment. */
export const trendChecks: readonly Check[] = [
  forEachRow('listCommitments', {
    id: 'commitments.status-fits-the-dates',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`status` of a commitment fits its dates: `pending` not past its end, `expired` past its end, `expiring` in its last 30 days.',
    source: 'Commitment row: status, start_date, end_date; Proposed by this contract',
    each: (data, exchange) =>
      rowsOf(data.items).filter(
        ({ status, end_date }) => fits[status] && !Number.isNaN(instant(end_date) + nowOf(exchange)),
      ),
    judge: ({ id, status, start_date, end_date }, exchange) =>
      fits[status]?.(nowOf(exchange), instant(end_date)) || {
        message: `\`status\` of commitment ${show(id)} does not fit its dates.`,
        expected: `another status from ${start_date} to ${end_date}`,
        actual: `${status} at ${exchange.response.json.timestamp}`,
      },
  }),
  {
    kind: 'active',
    id: 'commitments.active-has-a-utilization',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`current_utilization_pct` and `current_coverage_pct` of an active commitment of a measured provider are numbers.',
    source: 'Commitment row; Commitment read semantics, rule 5; Proposed by this contract',
    operations: ['listCommitments'],
    requests: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const rates = dataOf((await probe.correct('getCoverageRates')).exchange);
      const services = new Map(rowsOf(rates.services).map((one) => [one.service, one.coverage_pct]));
      const running = rowsOf(dataOf(exchange).items).filter(
        ({ provider, service, status, start_date }) =>
          provider === rates.provider &&
          status === 'active' &&
          // Corrections that exceed the usage of a service leave no share.
          services.get(service) !== null &&
          // Costs of the first days may not have arrived yet.
          instant(start_date) < nowOf(exchange) - 7 * dayMs,
      );
      if (rates.measured !== true || running.length === 0) {
        throw new NotApplicable('the target has no active commitment of a measured provider');
      }
      const unmeasured = running.filter(
        (row) =>
          row.current_utilization_pct === null ||
          // A service without any usage has no coverage.
          (row.current_coverage_pct === null && services.has(row.service)),
      );
      const wrong = await firstMeasured(probe, unmeasured);
      if (wrong === undefined) return;
      fail({
        message: `The utilization or coverage of active commitment ${show(wrong.id)} is null although its provider is measured.`,
        expected: 'numbers',
        actual: show([wrong.current_utilization_pct, wrong.current_coverage_pct]),
        exchange,
      });
    },
  },
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
  equation('getRenewalOptions', {
    id: 'renewals.growth-fits-the-demand',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`demand.units_per_month` is the slope of the straight line through `demand.points`.',
    source: 'Renewal pricing: renewal-options; Proposed by this contract',
    formula: 'the slope of the straight line through `demand.points`',
    figures: ({ demand }) => {
      const points = pointsOf(rowsOf(demand?.points), 'units');
      const slope = points.length > 2 ? slopeOf(points) * monthDays : Number.NaN;
      // Months have unequal lengths.
      return [
        figure(
          { ...demand, slope },
          'units_per_month',
          ['slope'],
          (value) => value,
          0.02 + Math.abs(slope) * 0.1,
        ),
      ];
    },
  }),
  forEachRow('updateVirtualTagKey', {
    id: 'tags.status-fits-the-job',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`status` of a tag key is `reprocessing` only while it has a job that has not succeeded.',
    source: 'Virtual tag key: status, job; Proposed by this contract',
    each: ({ key }) => (key?.status === 'reprocessing' && key.job !== undefined ? [key] : []),
    judge: ({ job }) =>
      (job !== null && job.status !== 'succeeded') || {
        message: '`status` of the tag key is `reprocessing` without a job at work.',
        expected: 'a job that has not succeeded',
        actual: show(job?.status ?? null),
      },
  }),
];
