import type { Check } from '../../../../engine/check.js';
import { isSuccess } from '../../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import type { Probe } from '../../../../engine/run/probe.js';
import { show } from '../../../../engine/show.js';
import { proposal, stated } from '../../../claims.js';
import { requestTo } from '../../../contract.js';
import { roundingOf } from '../../../expect/near.js';
import { twiceIn } from '../../../expect/twice.js';
import { dayMs } from '../../../figures/days.js';
import { dataOf, requested, rowsOf } from '../../shared/exchange-data.js';
import { forEachRow } from '../../shared/for-each-row.js';
import { instant, nowOf } from '../../shared/timestamps.js';
import { leverageOf, trend } from '../../shared/trend.js';

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

/** Returns the first old commitment of a kind of which no old one has a utilization. */
function firstOfUnmeasuredKind(rows: readonly any[], now: number): any {
  // The first bills of a commitment arrive within two months.
  const old = rows.filter(({ start_date }) => instant(start_date) < now - 60 * dayMs);
  const measured = new Set(old.filter((row) => row.current_utilization_pct !== null).map(({ kind }) => kind));
  return old.find(({ kind }) => !measured.has(kind));
}

/** Days of the trend of utilization. */
const trendDays = 30;

const textsOf = (entry: any): string =>
  Object.values(entry)
    .filter((value) => typeof value === 'string')
    .join(' ');

/** Checks of the figures of commitments. */
export const figureChecks: readonly Check[] = [
  {
    id: 'commitments.active-has-a-utilization',
    ...proposal,
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
      const used = running.filter(({ service }) => services.has(service));
      const wrong = (await firstMeasured(probe, unmeasured)) ?? firstOfUnmeasuredKind(used, nowOf(exchange));
      if (wrong === undefined) return;
      fail({
        message: `The utilization or coverage of active commitment ${show(wrong.id)} is null although its provider is measured.`,
        expected: 'numbers',
        actual: show([wrong.current_utilization_pct, wrong.current_coverage_pct]),
        exchange,
      });
    },
  },
  trend('getCommitment', {
    id: 'commitments.trend-fits-the-history',
    ...proposal,
    requirement:
      '`utilization_slope_pp_30d` of a commitment is the change in 30 days of the straight line through `utilization_history`.',
    source: 'Commitment reads: one commitment; Proposed by this contract',
    formula: 'the change in 30 days of the straight line through `utilization_history`',
    of: (data) => ({ owner: data, rows: data.utilization_history }),
    field: 'utilization_slope_pp_30d',
    value: 'utilization_pct',
    days: trendDays,
    within(_, points, actual) {
      const rounding = roundingOf(points.map(({ value }) => value));
      return 0.05 + roundingOf([actual]) + rounding * leverageOf(points) * trendDays;
    },
  }),
  forEachRow('getCommitmentUtilization', {
    id: 'commitments.utilization-is-never-merged',
    ...stated,
    requirement: '`services` has one entry per service or plan type and no entry for several of them.',
    source: 'Commitment reads: utilization',
    each: (data, exchange) => {
      const entries = rowsOf(data.services).filter(({ service }) => typeof service === 'string');
      return entries.length > 0 ? [{ entries, isPlan: requested(exchange, 'type') === 'sp' }] : [];
    },
    judge: ({ entries, isPlan }) => {
      const services = entries.map(({ service }) => service);
      const same =
        // Entries of plan types may share a service. The service does not state which field is the plan type.
        twiceIn(isPlan ? entries.map(textsOf) : services) ??
        services.find((name) => /^(all|total|overall|combined)$/i.test(name));
      return (
        same === undefined || {
          message: '`services` contains a duplicate entry or an entry for several services.',
          expected: 'one entry per service or plan type',
          actual: `${show(same)} among ${services.map(show).join(', ')}`,
        }
      );
    },
  }),
];
