import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';

const overview = 'getRecommendationOverview' as const;
const source = 'Other reads: recommendations; Proposed by this contract';

const providerOf = ({ request }: CompleteExchange) => request.path.split('/')[4];

/** Checks of the overview. */
export const overviewChecks: readonly Check[] = [
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
];
