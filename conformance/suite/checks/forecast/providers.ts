import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { known, someProviders } from '../../discovery.js';
import { nearMoney } from '../../expect/near.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { dataOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import { hasForecast } from './figures.js';

/**
 * Returns the booked amount, 0 in an empty forecast.
 *
 * @throws {NotApplicable} if it is not a number, which another check reports
 */
function bookedOf(exchange: CompleteExchange): number {
  const data = dataOf(exchange);
  const booked: unknown = data.booked_to_date ?? (hasForecast(data) ? null : 0);
  if (typeof booked !== 'number') throw new NotApplicable('booked_to_date is not a number');
  return booked;
}

/** Checks of the forecasts of each provider, and of all. */
export const providerChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'forecast.every-provider-has-one',
    level: 'MUST',
    basis: 'stated',
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
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
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
  {
    kind: 'active',
    id: 'forecast.provider-a-stays-on-its-basis',
    level: 'MUST',
    basis: 'stated',
    requirement: '`credits` does not change the forecast of provider_a, which is on its invoiced basis.',
    source: 'Other reads: forecast, credits',
    operations: ['getCostForecast'],
    requests: 2,
    async run(probe) {
      if (!known(probe.found.providers).includes('provider_a')) {
        throw new NotApplicable('the target has no provider_a');
      }
      const plan = requestTo('getCostForecast', { query: { provider: 'provider_a' } });
      const after = await probe.send(withQuery(plan, 'credits', 'after'));
      const before = await probe.send(withQuery(plan, 'credits', 'before'));
      const [left, right] = [after, before].map(({ response }) => response.json?.data?.forecast_value);
      if (left === right) return;
      fail({
        message: '`forecast_value` of provider_a changes with `credits`.',
        expected: `forecast_value ${show(left)}, as with credits=after`,
        actual: `forecast_value ${show(right)}`,
        exchange: before,
      });
    },
  },
  {
    kind: 'active',
    id: 'forecast.credits-only-lower-costs',
    deviation: 'contradiction',
    // A reversed credit raises costs.
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`booked_to_date` of provider_b is not less with `credits=before` than with `credits=after`.',
    source: 'Other reads: forecast, credits',
    operations: ['getCostForecast'],
    requests: 2,
    async run(probe) {
      if (!known(probe.found.providers).includes('provider_b')) {
        throw new NotApplicable('the target has no provider_b');
      }
      const plan = requestTo('getCostForecast', { query: { provider: 'provider_b' } });
      const after = bookedOf(await successOf(probe, withQuery(plan, 'credits', 'after')));
      const exchange = await successOf(probe, withQuery(plan, 'credits', 'before'));
      const before = bookedOf(exchange);
      if (before >= after || nearMoney(before, after)) return;
      fail({
        message: '`booked_to_date` is less with `credits=before` than with `credits=after`.',
        expected: `booked_to_date at least ${after}, as with credits=after`,
        actual: `booked_to_date ${before}`,
        exchange,
      });
    },
  },
];
