import type { Check } from '../../../engine/check.js';
import { decodeSegment } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, round } from '../../expect/near.js';
import { requestTo } from '../../request-to.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { instant, uncertainty } from '../shared/timestamps.js';
import { listTotalIsSum } from '../shared/total-is-sum.js';

/** Checks of the list and of the details of its rows. */
export const listChecks: readonly Check[] = [
  forEachRow('getRecommendation', {
    id: 'recommendations.recommendation-is-the-requested-one',
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'proposed',
    requirement: '`recommendation_id` of the details is the `id` in the path.',
    source: 'Other reads: GET /api/v1/recommendations/{id}/details',
    each: (data) => (typeof data.recommendation_id === 'string' ? [data] : []),
    judge: ({ recommendation_id }, { request }) => {
      const expected = decodeSegment(request.path.split('/').at(-2) ?? '');
      return (
        recommendation_id === expected || {
          message: '`recommendation_id` of the details is not the requested `id`.',
          expected: show(expected),
          actual: show(recommendation_id),
        }
      );
    },
  }),
  {
    kind: 'active',
    id: 'recommendations.details-match-the-listed-saving',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`monthly_savings` of a recommendation is the same in its details as in the list.',
    source: 'Proposed by this contract',
    operations: ['getRecommendation'],
    async run(probe) {
      await probe.correct();
      const { exchange: list } = await probe.correct('listRecommendations');
      const row = rowsOf(list.response.json?.data?.items).find(
        ({ recommendation_id, monthly_savings }) =>
          typeof recommendation_id === 'string' && typeof monthly_savings === 'number',
      );
      if (row === undefined) throw new NotApplicable('the list contains no monthly_savings');
      const exchange = await successOf(
        probe,
        requestTo('getRecommendation', { path: { id: row.recommendation_id } }),
      );
      const { monthly_savings } = exchange.response.json?.data ?? {};
      if (typeof monthly_savings !== 'number' || nearMoney(monthly_savings, row.monthly_savings)) return;
      fail({
        message: '`monthly_savings` of the details differs from the list.',
        expected: `monthly_savings ${row.monthly_savings}, as in the list`,
        actual: String(monthly_savings),
        exchange,
      });
    },
  },
  sameFigure('getRecommendation', {
    basis: 'proposed',
    id: 'recommendations.details-match-the-list',
    deviation: 'contradiction',
    comparesNull: true,
    requirement:
      '`savings_percentage` of a recommendation and the time it was found are the same in its details as in the list.',
    source: 'Other reads: recommendations; Proposed by this contract',
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
  forEachRow('getRecommendation', {
    id: 'recommendations.annual-is-twelve-months',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`annual_savings` equals twelve times `monthly_savings`.',
    source: 'Proposed by this contract',
    each: (data) => (numbersOf(data, 'monthly_savings', 'annual_savings') ? [data] : []),
    judge: ({ monthly_savings: monthly, annual_savings: annual }) =>
      nearMoney(annual, 12 * monthly, 12) || {
        message: '`annual_savings` is not twelve times `monthly_savings`.',
        expected: `${round(12 * monthly)} = 12 × ${monthly}`,
        actual: `annual_savings ${annual}`,
      },
  }),
  listTotalIsSum('listRecommendations', {
    id: 'recommendations.total-is-the-sum',
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'proposed',
    requirement: '`total_savings` of a list of one page equals the sum of `items[].monthly_savings`.',
    source: 'Proposed by this contract',
    total: 'total_savings',
    part: 'monthly_savings',
  }),
  {
    kind: 'active',
    id: 'recommendations.links-are-in-the-details',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`linked_to` of a recommendation that is linked in the list is not null in its details.',
    source: 'Other reads: linked_to in the list and in the details',
    operations: ['getRecommendation'],
    async run(probe) {
      await probe.correct();
      const { exchange: list } = await probe.correct('listRecommendations');
      const row = rowsOf(list.response.json?.data?.items).find(
        ({ recommendation_id, linked_to }) =>
          typeof recommendation_id === 'string' && typeof linked_to === 'object' && linked_to !== null,
      );
      if (row === undefined) throw new NotApplicable('the list contains no linked recommendation');
      const exchange = await successOf(
        probe,
        requestTo('getRecommendation', { path: { id: row.recommendation_id } }),
      );
      if (exchange.response.json?.data?.linked_to !== null) return;
      fail({
        message: '`linked_to` of the details is null although the recommendation is linked in the list.',
        expected: show(row.linked_to),
        actual: 'null',
        exchange,
      });
    },
  },
];
