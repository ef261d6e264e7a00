import {
  answers,
  type Defect,
  dataOf,
  ignored,
  onMock,
  refusal,
  requests,
  successes,
  withQuery,
} from '../defect.js';

export const commitmentDefects: readonly Defect[] = [
  {
    name: 'the providers list pages its data',
    kills: 'providers.list-is-a-bare-array',
    wrap: successes('GET /providers', (body) => ({ ...body, data: { items: body.data } })),
  },
  {
    name: 'a provider listed twice',
    kills: 'providers.ids-are-unique',
    wrap: dataOf('GET /providers', (list) => list.push(list[0])),
  },
  {
    name: 'a savings plan of provider_b',
    kills: 'commitments.kind-fits-provider',
    also: ['filters.provider-keeps-only-its-own', 'inventory.holds-what-is-listed'],
    wrap: dataOf('GET /commitments', ({ items }) => {
      for (const item of items) if (item.kind === 'savings_plan') item.provider = 'provider_b';
    }),
  },
  {
    name: 'two commitments with one id',
    kills: 'commitments.ids-are-unique',
    also: ['pagination.pages-do-not-overlap', 'pagination.order-is-the-same-at-every-size'],
    wrap: dataOf('GET /commitments', ({ items }) => {
      if (items.length > 2) items[1].id = items[0].id;
    }),
  },
  {
    name: 'utilization above 100 percent',
    kills: 'commitments.percentages-are-shares',
    also: ['fields.values-are-in-bounds'],
    wrap: dataOf('GET /commitments', ({ items }) => {
      for (const item of items) item.current_utilization_pct += 40;
    }),
  },
  {
    name: 'start and end of a commitment swapped',
    kills: 'commitments.end-is-after-start',
    wrap: dataOf('GET /commitments', ({ items }) => {
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
    name: 'an account with two names',
    kills: 'commitments.account-has-one-name',
    wrap: dataOf('GET /commitments', ({ items }) => {
      const [first, second] = items;
      if (second)
        Object.assign(second, { account_id: first.account_id, account_name: `${first.account_name} 2` });
    }),
  },
  ...onMock([
    {
      name: 'a commitment in another region than the list says',
      kills: 'commitments.told-alike-everywhere',
      wrap: dataOf('GET /commitments/detail/*', (commitment) => {
        commitment.region = 'elsewhere';
      }),
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
    {
      name: 'the detail of one commitment for every other',
      kills: 'commitments.told-alike-everywhere',
      also: ['commitments.figures-are-told-alike'],
      wrap: requests('GET /commitments/detail/*', (request) =>
        request.path.endsWith('no-such-commitment')
          ? request
          : { ...request, path: request.path.replace(/[^/]+$/, 'ri-7f3a2c10') },
      ),
    },
    {
      name: 'percentages of the list as fractions of one',
      kills: 'commitments.figures-are-told-alike',
      wrap: dataOf('GET /commitments', ({ items }) => {
        for (const item of items) item.current_utilization_pct /= 100;
      }),
    },
    {
      name: 'a yearly amount in the detail, monthly in the list',
      kills: 'commitments.figures-are-told-alike',
      wrap: dataOf('GET /commitments/detail/*', (commitment) => {
        commitment.monthly_commitment_usd *= 12;
      }),
    },
    {
      name: 'one overview for reservations and savings plans',
      kills: 'commitments.overview-is-of-the-type',
      also: ['commitments.overview-of-all-is-both-types'],
      wrap: ignored('GET /commitments/overview', 'commitment_type', 'ri', 'sp'),
    },
    {
      name: 'a recommendation to buy that is left out under all',
      kills: 'commitments.recommendations-of-all-are-both',
      wrap: dataOf('GET /commitments/recommendations', (rows, { query }) => {
        if (!['ri', 'sp'].includes(query.get('commitment_type') ?? '')) rows.shift();
      }),
    },
  ]),
];
