import type { Check } from '../../../../engine/check.js';
import { isSuccess } from '../../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import type { Probe } from '../../../../engine/run/probe.js';
import { show } from '../../../../engine/show.js';
import { proposal } from '../../../claims.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { dayMs, instant, nowOf } from '../../shared/timestamps.js';

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

/** Checks of the rows of the list. */
export const listChecks: readonly Check[] = [
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
];
