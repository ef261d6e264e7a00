import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { requestTo } from '../../request-to.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { dayMs, instant, nowOf, uncertainty } from '../shared/timestamps.js';

const kindsOf: Readonly<Record<string, readonly string[]>> = {
  provider_a: ['reserved_instance', 'savings_plan'],
  provider_b: ['committed_use_discount', 'spend_commitment'],
};

/** A date may be the last day of a commitment, in the most western time zone. */
const toleranceMs = 1.5 * dayMs;

/** The days before its end in which a commitment is expiring. */
const expiringDays = 30;

/** What `status` of a commitment says about its dates, with a tolerance for time zones. */
const fits: Readonly<Record<string, (now: number, end: number) => boolean>> = {
  expiring: (now, end) => now <= end + toleranceMs && end - now <= (expiringDays + 2) * dayMs,
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

/** Checks of the rows of the list. */
export const listChecks: readonly Check[] = [
  forEachRow('listCommitments', {
    id: 'commitments.kind-fits-provider',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`kind` of a commitment is `reserved_instance` or `savings_plan` for provider_a, and `committed_use_discount` or `spend_commitment` for provider_b.',
    source: 'Commitment row: kind',
    each: (data) => rowsOf(data.items).filter(({ provider }) => kindsOf[provider] !== undefined),
    judge: ({ id, provider, kind }) =>
      kindsOf[provider]?.includes(kind) || {
        message: `\`kind\` of commitment ${show(id)} is not a kind of provider ${show(provider)}.`,
        expected: kindsOf[provider]?.join(' or ') ?? '',
        actual: show(kind),
      },
  }),
  areUnique('listCommitments', {
    id: 'commitments.ids-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: '`id` is unique among the commitments of a provider.',
    source: 'Commitment row: id',
    message: 'Two commitments of a provider have the same `id`.',
    keys: (data) => rowsOf(data.items).map(({ provider, id }) => `${provider} ${id}`),
  }),
  forEachRow('listCommitments', {
    id: 'commitments.percentages-are-shares',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`current_utilization_pct` and `current_coverage_pct` of a commitment are between 0 and 100, or null; a spend commitment may be exceeded.',
    source: 'Commitment read semantics, rules 3 and 4',
    each: (data) => rowsOf(data.items),
    judge: (item) => {
      for (const name of ['current_utilization_pct', 'current_coverage_pct']) {
        const value = item?.[name];
        // The metered charge above a contracted floor may count as utilization.
        const isExceeded = item.kind === 'spend_commitment' && name === 'current_utilization_pct';
        if (typeof value !== 'number' || (value >= 0 && (value <= 100 || isExceeded))) continue;
        return {
          message: `\`${name}\` of commitment ${show(item.id)} is not between 0 and 100.`,
          expected: 'from 0 to 100',
          actual: String(value),
        };
      }
      return true;
    },
  }),
  forEachRow('listCommitments', {
    id: 'commitments.end-is-after-start',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`end_date` of a commitment is after `start_date`.',
    source: 'Commitment row: start_date, end_date',
    each: (data) =>
      rowsOf(data.items).filter(
        ({ start_date, end_date }) => !Number.isNaN(instant(start_date) + instant(end_date)),
      ),
    judge: ({ id, start_date, end_date }) =>
      instant(end_date) - instant(start_date) + uncertainty(start_date, end_date) > 0 || {
        message: `\`end_date\` of commitment ${show(id)} is not after \`start_date\`.`,
        expected: `a date after ${start_date}`,
        actual: String(end_date),
      },
  }),
  forEachRow('listCommitments', {
    id: 'commitments.account-has-one-name',
    level: 'MUST',
    basis: 'derived',
    requirement: '`account_name` is the same for all commitments with the same `account_id`.',
    source: 'Commitment row: account_id, account_name',
    each: (data) => [rowsOf(data.items)].filter(({ length }) => length > 1),
    judge: (rows) => {
      const names = new Map<string, unknown>();
      for (const { provider, account_id, account_name } of rows) {
        const account = `${provider} ${account_id}`;
        const known = names.get(account);
        if (known !== undefined && known !== account_name) {
          return {
            message: `Account ${show(account_id)} has two values of \`account_name\`.`,
            expected: show(known),
            actual: show(account_name),
          };
        }
        names.set(account, account_name);
      }
      return true;
    },
  }),
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
];
