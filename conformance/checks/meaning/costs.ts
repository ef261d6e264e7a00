import type { Check } from '../../check.js';
import { known } from '../../discovery.js';
import { describe } from '../../expect/answer.js';
import { nearMoney, nearPercent, numbersOf, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { type AnsweredExchange, isSuccess } from '../../http/exchange.js';
import { CannotRun, eachCase, fail, NotApplicable } from '../../outcome.js';
import { requestTo, withQuery } from '../../requests.js';
import { about, asked, list, rowsOf } from './claim.js';

/** An empty forecast has no line; the description says how long one is, not how an empty one looks. */
const hasForecast = (data: any) => list(data.sparkline).length > 0;

/** What stands for no costs yet, in a forecast. */
const bookedOf = ({ response }: AnsweredExchange) => response.json?.data?.booked_to_date ?? 0;

const invoiceParts = ['regular', 'tax', 'adjustment', 'rounding_error'] as const;

export const costChecks: readonly Check[] = [
  about(
    'getCostForecast',
    {
      id: 'forecast.sample-fits-its-window',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The daily rate is drawn from no more days than its window has.',
      source: 'Forecast: daily_rate_sample_days, daily_rate_window_days',
    },
    (data) => (numbersOf(data, 'daily_rate_sample_days', 'daily_rate_window_days') ? [data] : []),
    ({ daily_rate_sample_days, daily_rate_window_days }) =>
      daily_rate_sample_days <= daily_rate_window_days
        ? undefined
        : {
            message: 'The daily rate has more sample days than its window has days.',
            expected: `at most ${daily_rate_window_days}`,
            actual: `daily_rate_sample_days ${daily_rate_sample_days}`,
          },
  ),
  {
    kind: 'probe',
    id: 'forecast.all-is-the-sum-of-providers',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'What is booked for all providers together is the sum of what is booked for each.',
    source: 'Other reads: forecast, provider all',
    operations: ['getCostForecast'],
    cost: 5,
    async run(probe) {
      const { plan } = await probe.correct();
      const of = async (provider: string) => {
        const exchange = await probe.answer(withQuery(plan, 'provider', provider));
        if (isSuccess(exchange)) return exchange;
        throw new CannotRun(`the forecast of ${provider} is ${describe(exchange as AnsweredExchange)}`);
      };
      const whole = await of('all');
      const each = await Promise.all(known(probe.found.providers).map(of));
      const expected = sum(each.map(bookedOf));
      if (nearMoney(bookedOf(whole), expected, each.length + 1)) return;
      fail({
        message: 'booked_to_date of all providers is not the sum of theirs.',
        expected: `${round(expected)} = ${each.map(bookedOf).join(' + ')}`,
        actual: String(bookedOf(whole)),
        exchange: whole,
      });
    },
  },
  about(
    'getCostForecast',
    {
      id: 'forecast.sparkline-has-60-points',
      level: 'MUST',
      basis: 'stated',
      requirement: 'The sparkline of a forecast has 60 points; an empty forecast has none.',
      source: 'Forecast; Limits',
    },
    (data) => (hasForecast(data) ? [list(data.sparkline)] : []),
    ({ length }) =>
      length === 60
        ? undefined
        : {
            message: 'The sparkline does not have 60 points.',
            expected: '60 points',
            actual: `${length} points`,
          },
  ),
  about(
    'getCostForecast',
    {
      id: 'forecast.future-starts-after-30-days',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The forecast part of the sparkline starts at index 30, after 30 days of actuals.',
      source: 'Forecast: sparkline, future_start_index',
    },
    (data) =>
      list(data.sparkline).length === 60 && typeof data.future_start_index === 'number' ? [data] : [],
    ({ future_start_index }) =>
      future_start_index === 30
        ? undefined
        : {
            message: 'The forecast does not start after 30 points.',
            expected: 'future_start_index 30',
            actual: `future_start_index ${future_start_index}`,
          },
  ),
  about(
    'getCostForecast',
    {
      id: 'forecast.value-lies-in-its-band',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The forecast lies between its low and its high.',
      source: 'Forecast: forecast_value, forecast_low, forecast_high',
    },
    (data) => (numbersOf(data, 'forecast_low', 'forecast_value', 'forecast_high') ? [data] : []),
    ({ forecast_low: low, forecast_value: value, forecast_high: high }) =>
      low <= value + 0.01 && value <= high + 0.01
        ? undefined
        : {
            message: 'The forecast lies outside its band.',
            expected: `from ${low} to ${high}`,
            actual: `forecast_value ${value}`,
          },
  ),
  about(
    'getCostForecast',
    {
      id: 'forecast.confidence-is-a-percentage',
      level: 'MUST',
      basis: 'derived',
      requirement: 'confidence_pct lies between 0 and 100.',
      source: 'Forecast: confidence_pct',
    },
    (data) => (typeof data.confidence_pct === 'number' ? [data] : []),
    ({ confidence_pct }) =>
      confidence_pct >= 0 && confidence_pct <= 100
        ? undefined
        : {
            message: 'confidence_pct is no share.',
            expected: 'from 0 to 100',
            actual: String(confidence_pct),
          },
  ),
  about(
    'getCostForecast',
    {
      id: 'forecast.credits-are-as-asked',
      level: 'MUST',
      basis: 'derived',
      requirement:
        'A forecast of provider_b tells the cost basis that was asked for; after credits when none was.',
      source: 'Other reads: forecast, credits',
    },
    (data, exchange) =>
      typeof data.credits === 'string' && asked(exchange, 'provider') === 'provider_b' ? [data] : [],
    ({ credits }, exchange) => {
      const expected = asked(exchange, 'credits') ?? 'after';
      return credits === expected
        ? undefined
        : { message: 'The cost basis is another than asked for.', expected, actual: show(credits) };
    },
  ),
  {
    kind: 'probe',
    id: 'forecast.every-provider-has-one',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'Every provider has a forecast, and so have all together; one with no costs has an empty one.',
    source: 'Other reads: forecast',
    operations: ['getCostForecast'],
    cost: 5,
    async run(probe) {
      await eachCase([...known(probe.found.providers), 'all'], async (provider) => {
        const exchange = await probe.answer(requestTo('getCostForecast', { query: { provider } }));
        if (exchange.response.status < 300) return;
        fail({
          message: `The forecast of ${show(provider)} is refused.`,
          expected: 'a success, empty where there are no costs',
          actual: describe(exchange),
          exchange,
        });
      });
    },
  },
  {
    kind: 'probe',
    id: 'forecast.provider-a-stays-on-its-basis',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'Asking for costs before credits changes nothing for provider_a, which stays on its invoiced basis.',
    source: 'Other reads: forecast, credits',
    operations: ['getCostForecast'],
    cost: 2,
    async run(probe) {
      if (!known(probe.found.providers).includes('provider_a')) {
        throw new NotApplicable('the target has no provider_a');
      }
      const plan = requestTo('getCostForecast', { query: { provider: 'provider_a' } });
      const after = await probe.answer(withQuery(plan, 'credits', 'after'));
      const before = await probe.answer(withQuery(plan, 'credits', 'before'));
      const [left, right] = [after, before].map(({ response }) => response.json?.data?.forecast_value);
      if (left === right) return;
      fail({
        message: 'The forecast of provider_a changes with the credits.',
        expected: `forecast_value ${show(left)}, as after credits`,
        actual: `forecast_value ${show(right)}`,
        exchange: before,
      });
    },
  },
  about(
    'listInvoiceMonths',
    {
      id: 'invoices.total-is-the-sum-of-its-types',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The total of an invoice month is the sum of its cost types.',
      source: 'Invoice months: total, by_cost_type',
    },
    (data) =>
      rowsOf(data.items).filter(
        (month) => typeof month?.total === 'number' && numbersOf(month.by_cost_type, ...invoiceParts),
      ),
    ({ invoice_month, total, by_cost_type }) => {
      const expected = sum(invoiceParts.map((part) => by_cost_type[part]));
      return nearMoney(total, expected, 5)
        ? undefined
        : {
            message: `The total of ${show(invoice_month)} is not the sum of its cost types.`,
            expected: round(expected),
            actual: `total ${total}`,
          };
    },
  ),
  about(
    'listInvoiceMonths',
    {
      id: 'invoices.newest-come-first',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Invoice months come newest first, each once.',
      source: 'Other reads: invoices, newest-first',
    },
    (data) =>
      rowsOf(data.items).length > 1
        ? [rowsOf(data.items).map(({ invoice_month }) => String(invoice_month))]
        : [],
    (months) => {
      const at = months.findIndex((month, index) => index > 0 && month >= (months[index - 1] as string));
      return at < 0
        ? undefined
        : {
            message: 'Invoice months are not in order.',
            expected: `a month before ${months[at - 1]}`,
            actual: months[at] as string,
          };
    },
  ),
  {
    kind: 'probe',
    id: 'invoices.only-provider-b-has-months',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Only provider_b returns invoice months; other providers return none.',
    source: 'Other reads: invoices',
    operations: ['listInvoiceMonths'],
    cost: 3,
    async run(probe) {
      const others = known(probe.found.providers).filter((provider) => provider !== 'provider_b');
      if (others.length === 0) throw new NotApplicable('the target has no other provider');
      await eachCase(others, async (provider_id) => {
        const exchange = await probe.answer(requestTo('listInvoiceMonths', { path: { provider_id } }));
        const { status, json } = exchange.response;
        if (status < 300 && Array.isArray(json?.data?.items) && json.data.items.length === 0) return;
        fail({
          message: `The invoice months of ${show(provider_id)} are not none.`,
          expected: 'a success with items []',
          actual: status < 300 ? `${rowsOf(json?.data?.items).length} months` : describe(exchange),
          exchange,
        });
      });
    },
  },
  about(
    'listInvoiceMonths',
    {
      id: 'invoices.credits-are-as-asked',
      level: 'MUST',
      basis: 'derived',
      requirement: 'Invoice months tell their cost basis: after credits when nothing else was asked for.',
      source: 'Other reads: invoices, after credits default',
    },
    (data, exchange) =>
      typeof data.credits === 'string' && asked(exchange, 'credits') === undefined ? [data] : [],
    ({ credits }) =>
      credits === 'after'
        ? undefined
        : {
            message: 'The default cost basis is not after credits.',
            expected: '"after"',
            actual: show(credits),
          },
  ),
  about(
    'listProviderBudgets',
    {
      id: 'budgets.burn-is-spent-over-amount',
      level: 'MUST',
      basis: 'derived',
      requirement: 'burn_pct is what was spent as a percentage of the amount.',
      source: 'Provider budget',
    },
    (data) =>
      rowsOf(data.items).filter(
        (budget) => numbersOf(budget, 'spent', 'amount_usd', 'burn_pct') && budget.amount_usd > 1,
      ),
    ({ budget_id, spent, amount_usd, burn_pct }) => {
      const expected = (spent / amount_usd) * 100;
      return nearPercent(burn_pct, expected) || Math.abs(burn_pct - expected) < 100 / amount_usd
        ? undefined
        : {
            message: `burn_pct of ${show(budget_id)} does not follow from spent and amount.`,
            expected: `${round(expected)} = ${spent} / ${amount_usd} × 100`,
            actual: String(burn_pct),
          };
    },
  ),
  about(
    'listProviderBudgets',
    {
      id: 'budgets.thresholds-ascend',
      level: 'SHOULD',
      basis: 'proposed',
      requirement: 'The thresholds of a budget ascend.',
      source: 'Proposed by this contract',
    },
    (data) => rowsOf(data.items).filter(({ thresholds }) => list(thresholds).length > 1),
    ({ budget_id, thresholds }) =>
      thresholds.every((value: number, index: number) => index === 0 || value > thresholds[index - 1])
        ? undefined
        : {
            message: `The thresholds of ${show(budget_id)} do not ascend.`,
            expected: 'each above the one before',
            actual: show(thresholds),
          },
  ),
  about(
    'getCostTimeline',
    {
      id: 'costs.timeline-total-is-its-sum',
      level: 'MUST',
      basis: 'proposed',
      requirement: 'The total of a timeline is the sum of its points.',
      source: 'Proposed by this contract',
    },
    (data) =>
      typeof data.total === 'number' &&
      rowsOf(data.data_points).every(({ amount }) => typeof amount === 'number')
        ? [data]
        : [],
    ({ total, data_points }) => {
      const expected = sum(data_points.map(({ amount }: { amount: number }) => amount));
      return nearMoney(total, expected, data_points.length)
        ? undefined
        : {
            message: 'The total of the timeline is not the sum of its points.',
            expected: round(expected),
            actual: `total ${total}`,
          };
    },
  ),
];
