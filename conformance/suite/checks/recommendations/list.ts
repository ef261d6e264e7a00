import type { Check } from '../../../engine/check.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { nearMoney } from '../../expect/near.js';
import { requestTo } from '../../request-to.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { instant, uncertainty } from '../shared/timestamps.js';

/** Checks of the list and of the details of its rows. */
export const listChecks: readonly Check[] = [
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
