import { answers, type Defect, refusal, requests, successes, type Where, withQuery } from './defect.js';

/** Defects in what this contract only proposes, which the mock keeps and a server need not. */

const data = (where: Where, change: (data: any, request: { query: URLSearchParams; path: string }) => void) =>
  successes(where, (body, request) => {
    change(body.data, request);
  });

const options = 'GET /commitments/renewal-options/*' as const;
const filterOptions = 'GET /providers/*/costs/filter-options' as const;
const quote = 'GET /commitments/renewal-quote/*' as const;

const proposals: readonly Omit<Defect, 'base'>[] = [
  {
    name: 'a link of no known order',
    kills: 'fields.choices-are-kept',
    wrap: data('GET /providers/*/recommendations', ({ items }) => {
      for (const item of items) item.linked_to = { order: 7 };
    }),
  },
  {
    name: 'a 401 without a challenge',
    kills: 'authentication.challenge-is-sent',
    wrap: answers('* **', ({ headers: { 'www-authenticate': _, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    })),
  },
  {
    name: 'a large body is taken',
    kills: 'errors.large-body-is-4xx',
    wrap: requests('POST /webhooks/endpoints', (request) =>
      request.body.length < 100_000
        ? request
        : {
            ...request,
            headers: Object.fromEntries(
              Object.entries(request.headers).filter(([name]) => name !== 'content-length'),
            ),
            body: JSON.stringify({
              url: JSON.parse(request.body).url,
              event_types: ['optimization.completed'],
            }),
          },
    ),
  },
  {
    name: 'a range that ends before it starts is turned round',
    kills: 'parameters.reversed-range-is-refused',
    wrap: requests('GET /commitments/utilization', (request) => {
      const [start, end] = [request.query.get('start'), request.query.get('end')];
      if (start === null || end === null || start <= end) return request;
      return withQuery(request, (query) => {
        query.set('start', end);
        query.set('end', start);
      });
    }),
  },
  {
    name: 'a used key with another body gets the stored answer',
    kills: 'idempotency.reused-key-is-422',
    wrap: (right) => {
      const bodies = new Map<string, string>();
      return async (request) => {
        const key = request.headers['idempotency-key'];
        if (key === undefined) return right(request);
        const name = `${request.headers.authorization} ${key}`;
        const answer = await right({ ...request, body: bodies.get(name) ?? request.body });
        if (answer.status < 300 && !bodies.has(name)) bodies.set(name, request.body);
        return answer;
      };
    },
  },
  {
    name: 'the deprecated read says so in the old form',
    kills: 'paths.deprecated-read-says-so',
    wrap: answers('GET /commitments/coverage', (answer) => ({
      ...answer,
      headers: { ...answer.headers, deprecation: 'true' },
    })),
  },
  {
    name: 'a timeline whose total misses a day',
    kills: 'costs.timeline-total-is-its-sum',
    wrap: data('GET /providers/*/costs/timeline', (timeline) => {
      timeline.total -= timeline.data_points.at(-1)?.amount ?? 0;
    }),
  },
  {
    name: 'utilization as the mean of the days',
    kills: 'commitments.utilization-is-used-over-purchased',
    wrap: data('GET /commitments/utilization', ({ services }) => {
      for (const entry of services) entry.utilization_pct *= 0.9;
    }),
  },
  {
    name: 'one utilization over all services',
    kills: 'commitments.utilization-is-never-merged',
    wrap: data('GET /commitments/utilization', ({ services }) => {
      if (services[0]) services.push({ ...services[0], service: 'total' });
    }),
  },
  {
    name: 'no option to renew is recommended',
    kills: 'renewals.exactly-one-option-is-recommended',
    wrap: data(options, (renewal) => {
      for (const option of [...renewal.options, ...(renewal.contract ? [renewal.contract] : [])]) {
        option.recommended = false;
      }
    }),
  },
  {
    name: 'two options to renew are recommended',
    kills: 'renewals.exactly-one-option-is-recommended',
    wrap: data(options, (renewal) => {
      const other = renewal.options.find((option: any) => !option.recommended);
      if (other) other.recommended = true;
    }),
  },
  {
    name: 'only the recommended option is priced at the quantity',
    kills: 'renewals.quantity-prices-every-option',
    wrap: data(options, (renewal, { query }) => {
      if (!query.has('quantity')) return;
      for (const option of renewal.options) {
        if (option.recommended) continue;
        option.quantity += 1;
        option.held_units_equivalent = null;
      }
    }),
  },
  {
    name: 'a failed price lookup is zero',
    kills: 'renewals.unpriced-is-not-zero',
    wrap: data(quote, (price) => {
      if (price.error_message !== null) price.upfront = 0;
    }),
  },
  {
    name: '500 for a price lookup that fails',
    kills: 'renewals.failed-lookup-is-told',
    also: ['errors.requests-never-break-the-server'],
    wrap: answers(quote, (answer) =>
      answer.status < 300 && JSON.parse(answer.body).data.error_message !== null
        ? refusal(500, 'INTERNAL_SERVER_ERROR')
        : answer,
    ),
  },
  {
    name: 'no coverage for a provider that was not measured',
    kills: 'coverage.every-provider-has-rates',
    also: ['errors.requests-never-break-the-server'],
    wrap: answers('GET /commitments/coverage-rates', (answer) =>
      answer.status < 300 && JSON.parse(answer.body).data.measured === false
        ? refusal(500, 'INTERNAL_SERVER_ERROR')
        : answer,
    ),
  },
  {
    name: 'coverage as the mean over services',
    kills: 'coverage.rate-is-weighted-by-dollars',
    wrap: data('GET /commitments/coverage-rates', ({ totals, services }) => {
      if (totals.coverage_pct === null) return;
      const rates = services.map((service: any) => service.coverage_pct ?? 0);
      totals.coverage_pct =
        rates.reduce((sum: number, rate: number) => sum + rate, 0) / (rates.length || 1) + 5;
    }),
  },
  {
    name: 'zero coverage for a provider that was not measured',
    kills: 'coverage.unmeasured-is-not-zero',
    wrap: data('GET /commitments/coverage-rates', (coverage) => {
      if (coverage.measured === false) coverage.totals.coverage_pct = 0;
    }),
  },
  {
    name: 'an hourly floor above the average',
    kills: 'coverage.floor-is-below-average',
    wrap: data('GET /commitments/uncovered', (rows) => {
      for (const row of rows) row.on_demand_hourly_min = row.on_demand_hourly_avg * 2;
    }),
  },
  {
    name: 'a commitment in another region than the list says',
    kills: 'commitments.told-alike-everywhere',
    wrap: data('GET /commitments/detail/*', (commitment) => {
      commitment.region = 'elsewhere';
    }),
  },
  {
    name: 'the service filter of the inventory is ignored',
    kills: 'commitments.service-filter-keeps-only-its-own',
    wrap: requests('GET /commitments/inventory', (request) =>
      withQuery(request, (query) => query.delete('service')),
    ),
  },
  {
    name: 'a renewal is safe to buy on a day, at no time of it',
    kills: 'renewals.safe-moment-has-a-time',
    also: ['fields.formats-are-kept'],
    wrap: data('GET /commitments/renewal-plan/*', (plan) => {
      plan.buy_after_utc = plan.buy_after_utc?.slice(0, 10) ?? null;
    }),
  },
  {
    name: 'a filter option listed twice',
    kills: 'filter-options.values-are-distinct',
    also: ['fields.values-are-in-bounds'],
    wrap: data(filterOptions, ({ services }) => {
      if (services?.length > 0) services.push(services[0]);
    }),
  },
  {
    name: 'a selection takes away the other options of its own dimension',
    kills: 'filter-options.own-selection-is-left-out',
    wrap: data(filterOptions, (found, { query }) => {
      if (query.has('service')) found.services = query.getAll('service');
    }),
  },
  {
    name: 'a selection adds options to another dimension',
    kills: 'filter-options.selection-never-adds-options',
    wrap: data(filterOptions, ({ regions }, { query }) => {
      if (query.has('service')) regions?.push('another-region');
    }),
  },
  {
    name: 'the options of another commitment',
    kills: 'renewals.options-are-of-the-commitment',
    wrap: data(options, (renewal) => {
      renewal.commitment_id = 'another';
    }),
  },
  {
    name: 'the quote of another commitment',
    kills: 'renewals.quote-is-of-the-commitment',
    wrap: data(quote, (price) => {
      price.commitment_id = 'another';
    }),
  },
  {
    name: 'the plan of another commitment',
    kills: 'renewals.plan-is-of-the-commitment',
    wrap: data('GET /commitments/renewal-plan/*', (plan) => {
      plan.commitment_id = 'another';
    }),
  },
  {
    name: 'the renewal of another commitment',
    kills: 'renewals.renewal-is-of-the-commitment',
    wrap: data('GET /commitments/renewal/*', (renewal) => {
      renewal.commitment_id = 'another';
    }),
  },
  {
    name: 'utilization of reservations for savings plans',
    kills: 'commitments.utilization-is-of-the-type',
    wrap: requests('GET /commitments/utilization', (request) =>
      request.query.get('type') === 'sp' ? withQuery(request, (query) => query.set('type', 'ri')) : request,
    ),
  },
  {
    name: 'reservations recommended in place of savings plans',
    kills: 'commitments.recommendations-are-of-the-type',
    wrap: requests('GET /commitments/recommendations', (request) =>
      request.query.get('commitment_type') === 'sp'
        ? withQuery(request, (query) => query.set('commitment_type', 'ri'))
        : request,
    ),
  },
];

export const proposalDefects: readonly Defect[] = proposals.map((defect) => ({ ...defect, base: 'mock' }));
