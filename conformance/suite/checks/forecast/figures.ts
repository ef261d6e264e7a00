import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { derived } from '../../claims.js';
import { basisOfCredits } from '../shared/credits.js';
import { list, requested } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';

/** An empty forecast has no sparkline. The service does not describe its other fields. */
export const hasForecast = (data: any) => list(data.sparkline).length > 0;

/** Checks of the figures of a forecast. */
export const figureChecks: readonly Check[] = [
  forEachRow('getCostForecast', {
    id: 'forecast.credits-are-as-requested',
    ...derived,
    requirement: '`credits` of a forecast of provider_b is the requested cost basis, `after` by default.',
    source: 'Other reads: forecast, credits',
    each: (data, exchange) =>
      typeof data.credits === 'string' && requested(exchange, 'provider') === 'provider_b' ? [data] : [],
    judge: ({ credits }, exchange) => {
      const expected = requested(exchange, 'credits') ?? 'after';
      return (
        credits === expected || {
          basis: basisOfCredits(expected, credits),
          message: '`credits` is not the requested cost basis.',
          expected: show(expected),
          actual: show(credits),
        }
      );
    },
  }),
];
