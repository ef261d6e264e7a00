import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { isoDay } from '../../figures/days.js';
import { equation, figure } from '../shared/equation.js';
import { allRequested, dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { dayMs, instant, uncertainty } from '../shared/timestamps.js';
import { totalIsSum } from '../shared/total-is-sum.js';

const overview = 'getRecommendationOverview' as const;
const proposed = { level: 'SHOULD', basis: 'proposed' } as const;
const source = 'Other reads: recommendations; Proposed by this contract';

const providerOf = ({ request }: CompleteExchange) => request.path.split('/')[4];

/** Values of `display_status` that select one status each. */
const simpleStatuses = ['available', 'pending', 'optimized', 'rejected'];

/** The list of filter options of each dimension. */
const optionLists: Readonly<Record<string, string>> = {
  service: 'services',
  account_id: 'accounts',
  region: 'regions',
  tag_key: 'tag_keys',
  tag_value: 'tag_values',
};

/** Checks of savings: recommendations, their overview and audits. */
export const savingsChecks: readonly Check[] = [
  totalIsSum(overview, {
    ...proposed,
    id: 'recommendations.potential-is-available-and-pending',
    deviation: 'contradiction',
    requirement: '`potential_savings` equals `available_savings` plus `pending_savings`.',
    source,
    sums: ({ potential_savings: total, available_savings, pending_savings }) => [
      {
        name: 'potential_savings',
        definition: '`available_savings` + `pending_savings`',
        total,
        parts: [available_savings, pending_savings],
      },
    ],
  }),
  sameFigure(overview, {
    basis: 'proposed',
    id: 'recommendations.available-is-the-sum-of-the-list',
    deviation: 'preference',
    requirement:
      '`available_savings` of the overview equals `total_savings` of the list with `display_status=available`.',
    source,
    reference: '`total_savings` of the available recommendations',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const { plan } = await probe.correct('listRecommendations');
      const list = await successOf(probe, withQuery(plan, 'display_status', 'available'));
      return providerOf(list) === providerOf(exchange)
        ? [
            {
              name: '`available_savings`',
              here: dataOf(exchange).available_savings,
              there: dataOf(list).total_savings,
              exchange,
            },
          ]
        : [];
    },
  }),
  sameFigure(overview, {
    basis: 'proposed',
    id: 'recommendations.saved-is-that-of-the-audits',
    deviation: 'preference',
    requirement: '`saved_itd` of the overview equals `total_savings` of the provider in the audit summary.',
    source: 'Savings audit summary: providers; Proposed by this contract',
    reference: '`total_savings` of the provider in the audit summary',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const audits = dataOf((await probe.correct('getSavingsAuditSummary')).exchange);
      const there = rowsOf(audits.providers).find(
        ({ provider_id }) => provider_id === providerOf(exchange),
      )?.total_savings;
      return [{ name: '`saved_itd`', here: dataOf(exchange).saved_itd, there, exchange }];
    },
  }),
  equation('getRecommendation', {
    ...proposed,
    id: 'recommendations.percentage-follows-from-the-spend',
    deviation: 'contradiction',
    requirement:
      '`savings_percentage` of a recommendation equals `monthly_savings` as a percentage of `current_spending`.',
    source,
    formula: '`monthly_savings` as a percentage of `current_spending`',
    figures: (data) => [
      figure(
        data,
        'savings_percentage',
        ['monthly_savings', 'current_spending'],
        (saving, spend) => (spend > 0 ? (saving / spend) * 100 : Number.NaN),
        0.02 + 1 / data.current_spending,
      ),
    ],
  }),
  sameFigure('getRecommendation', {
    basis: 'proposed',
    id: 'recommendations.details-match-the-list',
    deviation: 'contradiction',
    comparesNull: true,
    requirement:
      '`savings_percentage` of a recommendation and the time it was found are the same in its details as in the list.',
    source,
    reference: 'the list',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const data = dataOf(exchange);
      const { exchange: list } = await probe.correct('listRecommendations');
      const row = rowsOf(dataOf(list).items).find(
        ({ recommendation_id: id }) => typeof id === 'string' && id === data.recommendation_id,
      );
      return [
        {
          name: '`savings_percentage`',
          here: data.savings_percentage,
          there: row?.savings_percentage,
          exchange,
        },
        {
          name: '`created_at` in milliseconds since 1970',
          here: instant(data.created_at),
          there: instant(row?.created_at),
          within: uncertainty(data.created_at, row?.created_at),
          exchange,
        },
      ];
    },
  }),
  forEachRow('listRecommendations', {
    ...proposed,
    id: 'recommendations.status-filter-returns-only-matches',
    deviation: 'preference',
    requirement: 'The list filtered by `display_status` contains only recommendations with that status.',
    source,
    each: (data, exchange) => {
      const [status = '', ...others] = allRequested(exchange, 'display_status');
      return simpleStatuses.includes(status) && others.length === 0
        ? rowsOf(data.items).map((row) => ({ row, status }))
        : [];
    },
    judge: ({ row, status }) =>
      row.status === status ||
      row.status === undefined || {
        message: `The list filtered by \`display_status=${status}\` contains another status.`,
        expected: show(status),
        actual: show(row.status),
      },
  }),
  {
    kind: 'active',
    ...proposed,
    id: 'recommendations.statuses-split-the-list',
    deviation: 'preference',
    requirement:
      'Filters by different values of `display_status` return different recommendations, and together not more savings than the whole list.',
    source,
    operations: ['listRecommendations'],
    requests: 0,
    async run(probe) {
      const { exchange: whole } = await probe.correct();
      const statuses = ['available', 'pending', 'processing', 'optimized', 'rejected', 'unavailable'];
      const filtered = await successesOf(probe, 'display_status', statuses);
      const counts = filtered.map((one) => dataOf(one).pagination?.total_items);
      const all = dataOf(whole).pagination?.total_items;
      if (![all, ...counts].every((count) => typeof count === 'number')) {
        throw new NotApplicable('the list has no total_items');
      }
      if (sum(counts) <= all) return;
      fail({
        message: 'The recommendations of each status together are more than all of them.',
        expected: `at most ${all}`,
        actual: show(counts),
        exchange: whole,
      });
    },
  },
  forEachRow('getSavingsAuditSummary', {
    level: 'SHOULD',
    basis: 'derived',
    id: 'audits.total-has-providers',
    deviation: 'contradiction',
    requirement: '`providers` of the audit summary is not empty if `total_savings` is not 0.',
    source: 'Savings audit summary: providers, total_savings',
    each: (data) => (Array.isArray(data.providers) && typeof data.total_savings === 'number' ? [data] : []),
    judge: ({ providers, total_savings }) =>
      providers.length > 0 ||
      Math.abs(total_savings) < 0.01 || {
        message: '`providers` of the audit summary is empty although `total_savings` is not 0.',
        expected: 'at least one provider',
        actual: `total_savings ${total_savings}`,
      },
  }),
  forEachRow('getRealizedSavingsAudit', {
    level: 'SHOULD',
    basis: 'derived',
    id: 'audits.period-has-its-name',
    deviation: 'preference',
    requirement: '`billing_period` of an audit is the month of `billing_period_start`.',
    source: 'Realized savings audit detail: billing_period, billing_period_start',
    each: (data) =>
      /^\d{4}-\d\d$/.test(String(data.billing_period)) && !Number.isNaN(instant(data.billing_period_start))
        ? [data]
        : [],
    judge: ({ billing_period, billing_period_start: start }) => {
      // A period may start on the day before, in another time zone.
      const months = [-1, 0, 1].map((days) => isoDay(instant(start) + days * dayMs).slice(0, 7));
      return (
        months.includes(billing_period) || {
          message: '`billing_period` is not the month of `billing_period_start`.',
          expected: `the month of ${start}`,
          actual: show(billing_period),
        }
      );
    },
  }),
  {
    kind: 'passive',
    ...proposed,
    id: 'filter-options.only-the-requested-dimension',
    deviation: 'preference',
    requirement: 'Filter options contain every dimension, or with `dimension` only the requested one.',
    source: 'Other reads: filter-options, dimension; Proposed by this contract',
    on: 'success',
    operations: ['getCostFilterOptions'],
    when: (exchange) => Object.values(optionLists).some((name) => name in dataOf(exchange)),
    run(exchange) {
      const wanted = requested(exchange, 'dimension');
      const data = dataOf(exchange);
      const wrong = Object.entries(optionLists).find(
        ([dimension, name]) => (data[name] !== undefined) !== (wanted === undefined || wanted === dimension),
      );
      if (wrong === undefined) return;
      fail({
        message: 'The filter options do not contain the requested dimensions.',
        expected: wanted === undefined ? 'every dimension' : `only ${optionLists[wanted]}`,
        actual: show(Object.keys(data)),
        exchange,
      });
    },
  },
];
