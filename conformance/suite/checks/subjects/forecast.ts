import type { Check } from '../../../engine/check.js';
import { eachCase, fail } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { proposal, stated } from '../../claims.js';
import { requestTo } from '../../contract.js';
import { someProviders } from '../../discovery.js';
import { describe, expectSuccess } from '../../expect/response.js';
import { daysOfMonth, later, lengthOf, plusDays } from '../../figures/days.js';
import { list, requested } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { todaysOf, writtenDay } from '../shared/timestamps.js';

const operation = 'getCostForecast' as const;

const forecastOf = (provider: string) => requestTo(operation, { query: { provider } });

export const forecastChecks: readonly Check[] = [
  forEachRow(operation, {
    id: 'forecast.remaining-days-end-the-month',
    ...proposal,
    requirement: '`days_remaining` of a month is the number of days of the month after `actuals_through`.',
    source: 'Forecast; Proposed by this contract',
    each: ({ days_remaining: actual, actuals_through }, exchange) => {
      const through = writtenDay(actuals_through);
      // The month may end a day earlier or later in the time zone of the server.
      const months = todaysOf(exchange).map((today) => daysOfMonth(today.slice(0, 7)));
      if (typeof actual !== 'number' || through === undefined || months.length === 0) return [];
      const expected = months.map(({ first, last }) =>
        lengthOf({ first: later(first, plusDays(through, 1)), last }),
      );
      return (requested(exchange, 'horizon') ?? 'month') === 'month' ? [{ actual, through, expected }] : [];
    },
    judge: ({ actual, through, expected }) =>
      expected.some((days) => Math.abs(actual - days) <= 0.5) || {
        message: '`days_remaining` is not the number of days to the end of the month.',
        expected: `${[...new Set(expected)].join(' or ')}, from ${through}`,
        actual: `days_remaining ${actual}`,
      },
  }),
  {
    id: 'forecast.every-provider-has-one',
    ...stated,
    requirement:
      'A forecast request succeeds for each provider and for `provider=all`; the forecast of a provider without costs is empty.',
    source: 'Other reads: forecast',
    operations: [operation],
    requests: 5,
    run: (probe) =>
      eachCase([...someProviders(probe.found), 'all'], async (provider) =>
        expectSuccess(
          await probe.send(forecastOf(provider)),
          `A forecast request for provider ${show(provider)}`,
          { expected: 'a successful response, empty if there are no costs' },
        ),
      ),
  },
  {
    id: 'forecast.of-unknown-provider-is-empty',
    ...proposal,
    requirement:
      'The forecast of a provider that does not exist is empty, as that of a provider without costs.',
    source: 'Other reads: forecast; that it applies to unknown providers is proposed by this contract',
    operations: [operation],
    async run(probe) {
      await probe.correct();
      const exchange = await probe.send(forecastOf('no_such_provider'));
      const { status, json } = exchange.response;
      if (status < 300 && list(json?.data?.sparkline).length === 0 && !json?.data?.forecast_value) return;
      fail({
        message: 'The forecast of a provider that does not exist is not empty.',
        expected: 'a successful response without points and figures',
        actual: status < 300 ? `forecast_value ${show(json?.data?.forecast_value)}` : describe(exchange),
        exchange,
      });
    },
  },
];
