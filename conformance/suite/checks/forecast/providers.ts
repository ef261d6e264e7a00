import type { Check } from '../../../engine/check.js';
import { eachCase, fail } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { proposal, stated } from '../../claims.js';
import { someProviders } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { hasForecast } from './figures.js';

/** Checks of the forecasts of each provider, and of all. */
export const providerChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'forecast.every-provider-has-one',
    ...stated,
    requirement:
      'A forecast request succeeds for each provider and for `provider=all`; the forecast of a provider without costs is empty.',
    source: 'Other reads: forecast',
    operations: ['getCostForecast'],
    requests: 5,
    async run(probe) {
      await eachCase([...someProviders(probe.found), 'all'], async (provider) => {
        const exchange = await probe.send(requestTo('getCostForecast', { query: { provider } }));
        if (exchange.response.status < 300) return;
        fail({
          message: `A forecast request for provider ${show(provider)} fails.`,
          expected: 'a successful response, empty if there are no costs',
          actual: describe(exchange),
          exchange,
        });
      });
    },
  },
  {
    kind: 'active',
    id: 'forecast.of-unknown-provider-is-empty',
    ...proposal,
    requirement:
      'The forecast of a provider that does not exist is empty, as that of a provider without costs.',
    source: 'Other reads: forecast; that it applies to unknown providers is proposed by this contract',
    operations: ['getCostForecast'],
    async run(probe) {
      await probe.correct();
      const query = { provider: 'no_such_provider' };
      const exchange = await probe.send(requestTo('getCostForecast', { query }));
      const { status, json } = exchange.response;
      if (status < 300 && !hasForecast(json?.data ?? {}) && !json?.data?.forecast_value) return;
      fail({
        message: 'The forecast of a provider that does not exist is not empty.',
        expected: 'a successful response without points and figures',
        actual: status < 300 ? `forecast_value ${show(json?.data?.forecast_value)}` : describe(exchange),
        exchange,
      });
    },
  },
];
