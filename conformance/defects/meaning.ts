import { answers, type Defect, refusal, requests, successes, type Where, withQuery } from './defect.js';

const data = (where: Where, change: (data: any, request: { query: URLSearchParams; path: string }) => void) =>
  successes(where, (body, request) => {
    change(body.data, request);
  });

const forecast = 'GET /costs/forecast' as const;
const esr = 'GET /commitments/esr' as const;
const audit = 'GET /recommendations/audit/realized/*' as const;
const invoices = 'GET /providers/*/costs/invoices' as const;

export const meaningDefects: readonly Defect[] = [
  {
    name: 'the providers list pages its data',
    kills: 'providers.list-is-a-bare-array',
    wrap: successes('GET /providers', (body) => ({ ...body, data: { items: body.data } })),
  },
  {
    name: 'a provider listed twice',
    kills: 'providers.ids-are-unique',
    wrap: data('GET /providers', (list) => list.push(list[0])),
  },
  {
    name: 'a savings plan of provider_b',
    kills: 'commitments.kind-fits-provider',
    also: ['filters.provider-keeps-only-its-own'],
    wrap: data('GET /commitments', ({ items }) => {
      for (const item of items) if (item.kind === 'savings_plan') item.provider = 'provider_b';
    }),
  },
  {
    name: 'two commitments with one id',
    kills: 'commitments.ids-are-unique',
    also: ['pagination.pages-do-not-overlap', 'pagination.order-is-the-same-at-every-size'],
    wrap: data('GET /commitments', ({ items }) => {
      if (items.length > 2) items[1].id = items[0].id;
    }),
  },
  {
    name: 'utilization above 100 percent',
    kills: 'commitments.percentages-are-shares',
    also: ['fields.values-are-in-bounds'],
    wrap: data('GET /commitments', ({ items }) => {
      for (const item of items) item.current_utilization_pct += 40;
    }),
  },
  {
    name: 'start and end of a commitment swapped',
    kills: 'commitments.end-is-after-start',
    wrap: data('GET /commitments', ({ items }) => {
      for (const item of items) [item.start_date, item.end_date] = [item.end_date, item.start_date];
    }),
  },
  {
    name: 'the overview of provider_a for every provider',
    kills: 'commitments.other-providers-have-zeros',
    wrap: requests('GET /commitments/overview', (request) =>
      withQuery(request, (query) => query.delete('provider')),
    ),
  },
  {
    name: 'no overview for another provider',
    kills: 'commitments.other-providers-have-zeros',
    also: ['errors.status-is-documented'],
    wrap: answers('GET /commitments/overview', (answer, { query }) =>
      query.get('provider') === 'provider_b' ? refusal(404, 'NOT_FOUND') : answer,
    ),
  },
  {
    name: 'the state filter of the inventory is ignored',
    kills: 'commitments.state-filter-keeps-only-its-own',
    also: ['parameters.value-outside-set-is-refused'],
    wrap: requests('GET /commitments/inventory', (request) =>
      withQuery(request, (query) => query.delete('state')),
    ),
  },
  {
    name: 'the inventory holds every instrument',
    kills: 'commitments.instruments-are-kept-apart',
    also: ['commitments.state-filter-keeps-only-its-own'],
    wrap: data('GET /commitments/inventory', ({ things, rows = things }) => {
      rows.push({ ...rows[0], id: 'C1001', service: 'vm', state: 'active' });
    }),
  },
  {
    name: 'total savings without the negotiated part',
    kills: 'savings-rate.total-is-both-parts',
    also: [
      'savings-rate.saving-is-the-difference-of-costs',
      'savings-rate.rates-follow-from-dollars',
      'savings-rate.totals-are-the-sum-of-accounts',
    ],
    wrap: data(esr, ({ totals }) => {
      totals.total_saved = totals.commitment_saved;
    }),
  },
  {
    name: 'an effective cost without unused commitments',
    kills: 'savings-rate.saving-is-the-difference-of-costs',
    also: ['savings-rate.totals-are-the-sum-of-accounts'],
    wrap: data(esr, ({ totals }) => {
      totals.effective_cost -= 50;
    }),
  },
  {
    name: 'rates as fractions of one',
    kills: 'savings-rate.rates-follow-from-dollars',
    wrap: data(esr, ({ totals }) => {
      totals.total_rate_pct /= 100;
    }),
  },
  {
    name: 'the total rate as the mean of the accounts',
    kills: 'savings-rate.rates-follow-from-dollars',
    wrap: data(esr, ({ totals, accounts }) => {
      totals.total_rate_pct =
        accounts.reduce((sum: number, account: any) => sum + account.total_rate_pct, 0) / accounts.length;
    }),
  },
  {
    name: 'an account left out of the totals',
    kills: 'savings-rate.totals-are-the-sum-of-accounts',
    wrap: data(esr, (rate) => {
      const { account_id: _, account_name: __, ...only } = rate.accounts[0];
      rate.totals = only;
    }),
  },
  {
    name: 'a negative commitment saving shown as zero',
    kills: 'savings-rate.totals-are-the-sum-of-accounts',
    also: ['savings-rate.total-is-both-parts', 'savings-rate.rates-follow-from-dollars'],
    wrap: data(esr, ({ accounts }) => {
      accounts[1].commitment_saved = 0;
    }),
  },
  {
    name: 'zeros for an account that was not measured',
    kills: 'savings-rate.unmeasured-has-no-figures',
    wrap: data(esr, ({ accounts }) => {
      const zeros = Object.fromEntries(
        Object.entries(accounts[0]).map(([name, value]) => [name, typeof value === 'number' ? 0 : value]),
      );
      accounts.push({ ...zeros, measured: false, account_id: '79' });
    }),
  },
  {
    name: 'the scope is not told as asked',
    kills: 'savings-rate.scope-is-as-asked',
    wrap: data(esr, (rate, { query }) => {
      if (query.get('scope') === 'all') rate.scope = 'eligible';
    }),
  },
  {
    name: 'a measured share above 100 percent',
    kills: 'savings-rate.measured-share-is-a-percentage',
    also: ['fields.values-are-in-bounds'],
    wrap: data(esr, (rate) => {
      rate.measured_share_pct = 120;
    }),
  },
  {
    name: 'a sparkline of 30 days',
    kills: 'forecast.sparkline-has-60-points',
    also: ['fields.choices-are-kept'],
    wrap: data(forecast, (line) => {
      line.sparkline = line.sparkline.slice(0, 30);
    }),
  },
  {
    name: 'the forecast starts after 31 points',
    kills: 'forecast.future-starts-after-30-days',
    wrap: data(forecast, (line) => {
      if (line.future_start_index === 30) line.future_start_index = 31;
    }),
  },
  {
    name: 'low and high of the forecast swapped',
    kills: 'forecast.value-lies-in-its-band',
    wrap: data(forecast, (line) => {
      [line.forecast_low, line.forecast_high] = [line.forecast_high, line.forecast_low];
    }),
  },
  {
    name: 'a confidence above 100 percent',
    kills: 'forecast.confidence-is-a-percentage',
    also: ['fields.values-are-in-bounds'],
    wrap: data(forecast, (line) => {
      line.confidence_pct = 180;
    }),
  },
  {
    name: 'no forecast for all providers together',
    kills: 'forecast.every-provider-has-one',
    also: ['errors.status-is-documented'],
    wrap: answers(forecast, (answer, { query }) =>
      query.get('provider') === 'all' ? refusal(404, 'NOT_FOUND') : answer,
    ),
  },
  {
    name: 'credits change the forecast of provider_a',
    kills: 'forecast.provider-a-stays-on-its-basis',
    wrap: data(forecast, (line, { query }) => {
      if (query.get('credits') === 'before') line.forecast_value *= 1.05;
    }),
  },
  {
    name: 'a forecast of provider_b before credits by default',
    kills: 'forecast.credits-are-as-asked',
    also: ['parameters.default-is-as-documented'],
    wrap: data(forecast, (line, { query }) => {
      if (!query.has('credits')) line.credits = 'before';
    }),
  },
  {
    name: 'the default cost basis is before credits',
    kills: 'invoices.credits-are-as-asked',
    wrap: data(invoices, (months, { query }) => {
      if (!query.has('credits')) months.credits = 'before';
    }),
  },
  {
    name: 'an invoice total without tax',
    kills: 'invoices.total-is-the-sum-of-its-types',
    wrap: data(invoices, ({ items }) => {
      for (const month of items) month.total -= month.by_cost_type.tax;
    }),
  },
  {
    name: 'the marketplace counted on top of the total',
    kills: 'invoices.total-is-the-sum-of-its-types',
    wrap: data(invoices, ({ items }) => {
      for (const month of items) month.total += month.marketplace_total;
    }),
  },
  {
    name: 'invoice months oldest first',
    kills: 'invoices.newest-come-first',
    wrap: data(invoices, ({ items }) => items.reverse()),
  },
  {
    name: 'an invoice month twice',
    kills: 'invoices.newest-come-first',
    wrap: data(invoices, ({ items }) => items.push(...items.slice(-1))),
  },
  {
    name: 'invoice months for provider_a',
    kills: 'invoices.only-provider-b-has-months',
    wrap: requests(invoices, (request) => ({
      ...request,
      path: request.path.replace('/provider_a/', '/provider_b/'),
    })),
  },
  {
    name: 'no invoices of provider_a instead of none',
    kills: 'invoices.only-provider-b-has-months',
    wrap: answers(invoices, (answer, { path }) =>
      path.includes('/provider_a/') && answer.status < 300 ? refusal(404, 'NOT_FOUND') : answer,
    ),
  },
  {
    name: 'burn as a fraction of one',
    kills: 'budgets.burn-is-spent-over-amount',
    wrap: data('GET /providers/provider_b/budgets', ({ items }) => {
      items[0].burn_pct = 0.625;
    }),
  },
  {
    name: 'thresholds in any order',
    kills: 'budgets.thresholds-ascend',
    wrap: data('GET /providers/provider_b/budgets', ({ items }) => items[0].thresholds.reverse()),
  },
  {
    name: 'a provider missing from the audit total',
    kills: 'audits.total-is-the-sum-of-providers',
    wrap: data('GET /recommendations/audit/summary', (summary) => {
      summary.total_savings += 100;
    }),
  },
  {
    name: 'annual savings of eleven months',
    kills: 'audits.annual-is-twelve-months',
    wrap: data('GET /recommendations/audit/summary', (summary) => {
      summary.total_annual_savings = 11 * summary.total_monthly_savings;
    }),
  },
  {
    name: 'another actor in the technical details',
    kills: 'audits.event-is-told-twice-alike',
    wrap: data(audit, (row) => {
      const { cloud_event_id, cloud_event_name, cloud_event_time, actor_principal, actor_type, evidence } =
        row;
      row.technical_details = {
        ...{ cloud_event_id, cloud_event_name, cloud_event_time, actor_principal, actor_type, evidence },
        actor_ip: '198.51.100.9',
      };
    }),
  },
  {
    name: 'a realized saving that its lines do not make',
    kills: 'audits.lines-add-up',
    wrap: data(audit, (row) => {
      row.realized_savings_usd += 5;
    }),
  },
  {
    name: 'a line that saved more than its usage cost',
    kills: 'audits.line-is-quantity-times-price',
    wrap: data(audit, ({ lines }) => {
      lines[0].unit_price_usd /= 2;
    }),
  },
  {
    name: 'an audit line twice',
    kills: 'audits.lines-are-told-once',
    wrap: data(audit, ({ lines }) => {
      lines[1].id = lines[0].id;
    }),
  },
  {
    name: 'another audit than asked for',
    kills: 'audits.audit-is-the-one-asked-for',
    wrap: data(audit, (row) => {
      row.id += 1;
    }),
  },
  {
    name: 'targets of another recommendation',
    kills: 'targets.recommendation-is-the-one-asked-for',
    wrap: data('GET /repo-binding/recommendations/*/targets', (targets) => {
      targets.recommendation_id = 'R/2';
    }),
  },
  {
    name: 'a pull request with a URL and no number',
    kills: 'targets.pull-request-is-whole',
    wrap: data('GET /repo-binding/recommendations/*/targets', ({ items }) => {
      items.push({
        repo_full_name: 'a/b',
        installation_id: 1,
        pr_url: 'https://git.example.com/a/b/1',
        pr_number: null,
        pr_status: null,
        opened_at: null,
        error_message: null,
      });
    }),
  },
  {
    name: 'an endpoint that loses its event types',
    kills: 'webhooks.endpoint-is-as-asked',
    wrap: data('POST /webhooks/endpoints', (endpoint) => {
      endpoint.event_types = [];
    }),
  },
  {
    name: 'one id for all endpoints',
    kills: 'webhooks.each-endpoint-has-its-own-id',
    wrap: data('POST /webhooks/endpoints', (endpoint) => {
      endpoint.id = 'hook#1';
    }),
  },
  {
    name: 'a removal that does not say deleted',
    kills: 'webhooks.deletion-says-what-is-gone',
    wrap: data('DELETE /webhooks/endpoints/*', (gone) => {
      gone.deleted = false;
    }),
  },
  {
    name: 'an update that keeps its version',
    kills: 'tags.update-raises-the-version',
    also: [
      'idempotency.replay-does-not-run-again',
      'idempotency.callers-do-not-collide',
      'idempotency.failure-is-not-stored',
      'idempotency.upper-case-key-is-accepted',
      'idempotency.race-is-won-by-one',
    ],
    wrap: (right) => async (request) => {
      if (request.method !== 'PUT') return right(request);
      const answer = await right(request);
      if (answer.status >= 300) return answer;
      const body = JSON.parse(answer.body);
      // Kept in the answer only: the server itself moves on, which its caller cannot see.
      body.data.key.rules_version -= 1;
      return { ...answer, body: JSON.stringify(body) };
    },
  },
  {
    name: 'an update that keeps the old name',
    kills: 'tags.key-is-the-one-updated',
    wrap: data('PUT /tags/virtual/*', ({ key }) => {
      key.name = 'Before';
    }),
  },
  {
    name: 'unallocated spend left out of the total',
    kills: 'tags.spend-adds-up',
    wrap: data('PUT /tags/virtual/*', ({ key }) => {
      key.total_spend -= key.unallocated_spend;
    }),
  },
  {
    name: 'a job that has done more than all',
    kills: 'tags.job-progress-is-possible',
    wrap: data('PUT /tags/virtual/*', ({ job }) => {
      job.periods_done = job.periods_total + 1;
    }),
  },
  {
    name: 'an encoded id is not decoded',
    kills: 'paths.encoded-id-is-found',
    also: ['paths.lower-case-encoding-is-the-same'],
    wrap: answers('GET /commitments/renewal-quote/*', (answer, { path }) =>
      /%2f/i.test(path) ? refusal(404, 'NOT_FOUND') : answer,
    ),
  },
  {
    name: 'only upper-case encodings are decoded',
    kills: 'paths.lower-case-encoding-is-the-same',
    wrap: answers('GET /commitments/renewal-quote/*', (answer, { path }) =>
      /%2f/.test(path) ? refusal(404, 'NOT_FOUND') : answer,
    ),
  },
  {
    name: 'actual costs of the future',
    kills: 'forecast.actuals-are-past',
    also: ['forecast.age-of-actuals-is-told'],
    wrap: data(forecast, (line) => {
      line.actuals_through = '2031-01-01';
    }),
  },
  {
    name: 'the last actual costs are older than told',
    kills: 'forecast.age-of-actuals-is-told',
    wrap: data(forecast, (line) => {
      line.days_since_last_actual += 20;
    }),
  },
  {
    name: 'more sample days than the window has',
    kills: 'forecast.sample-fits-its-window',
    wrap: data(forecast, (line) => {
      line.daily_rate_sample_days = line.daily_rate_window_days + 5;
    }),
  },
  {
    name: 'all providers together are provider_a',
    kills: 'forecast.all-is-the-sum-of-providers',
    base: 'mock',
    wrap: requests(forecast, (request) =>
      request.query.get('provider') === 'all'
        ? withQuery(request, (query) => query.set('provider', 'provider_a'))
        : request,
    ),
  },
  {
    name: 'a billing period from its end to its start',
    kills: 'audits.period-ends-after-it-starts',
    wrap: data(audit, (row) => {
      [row.billing_period_start, row.billing_period_end] = [row.billing_period_end, row.billing_period_start];
    }),
  },
  {
    name: 'more active days than the billing period has',
    kills: 'audits.active-days-fit-the-period',
    wrap: data(audit, (row) => {
      row.days_active_in_period = 400;
    }),
  },
  {
    name: 'a provider twice in the audit summary',
    kills: 'audits.providers-are-told-once',
    wrap: data('GET /recommendations/audit/summary', ({ providers }) =>
      providers.push({ ...providers[0], total_savings: 0 }),
    ),
  },
  {
    name: 'a pull request opened in the future',
    kills: 'targets.opened-in-the-past',
    wrap: data('GET /repo-binding/recommendations/*/targets', ({ items }) => {
      items.push({
        repo_full_name: 'a/b',
        installation_id: 1,
        pr_url: 'https://git.example.com/a/b/1',
        pr_number: 1,
        pr_status: 'open',
        opened_at: '2031-01-01T00:00:00Z',
        error_message: null,
      });
    }),
  },
  {
    name: 'an endpoint created in the future',
    kills: 'webhooks.created-in-the-past',
    wrap: data('POST /webhooks/endpoints', (endpoint) => {
      endpoint.created_at = '2031-01-01T00:00:00Z';
    }),
  },
  {
    name: 'two values of a tag key with one id',
    kills: 'tags.values-are-told-once',
    wrap: data('PUT /tags/virtual/*', ({ key }) => {
      key.values.push({ ...key.values[0], spend: 0, resource_count: 0 });
    }),
  },
  {
    name: 'fewer resources than one value has',
    kills: 'tags.resources-cover-their-values',
    wrap: data('PUT /tags/virtual/*', ({ key }) => {
      key.resource_count = 0;
    }),
  },
  {
    name: 'a window from its end to its start',
    kills: 'tags.window-ends-after-it-starts',
    wrap: data('PUT /tags/virtual/*', ({ key }) => {
      key.window = { start: '2026-06-15', end: '2026-05-01' };
    }),
  },
  {
    name: 'another job in the key than beside it',
    kills: 'tags.job-is-told-alike',
    wrap: data('PUT /tags/virtual/*', ({ key, job }) => {
      key.job = { ...job, id: 'another' };
    }),
  },
  {
    name: 'the period is ignored by the savings rate',
    kills: 'savings-rate.period-is-as-asked',
    wrap: requests(esr, (request) =>
      /^2\d{3}-\d\d$/.test(request.query.get('period') ?? '')
        ? withQuery(request, (query) => query.delete('period'))
        : request,
    ),
  },
  {
    name: 'all spend is less than the eligible',
    kills: 'savings-rate.eligible-is-part-of-all',
    wrap: data(esr, (rate, { query }) => {
      if (query.get('scope') !== 'all') return;
      for (const one of [rate.totals, ...rate.accounts]) {
        for (const [name, value] of Object.entries(one)) {
          if (typeof value === 'number' && !name.endsWith('pct')) one[name] = value / 10;
        }
      }
    }),
  },
  {
    name: 'an account with two names',
    kills: 'commitments.account-has-one-name',
    wrap: data('GET /commitments', ({ items }) => {
      const [first, second] = items;
      if (second)
        Object.assign(second, { account_id: first.account_id, account_name: `${first.account_name} 2` });
    }),
  },
];
