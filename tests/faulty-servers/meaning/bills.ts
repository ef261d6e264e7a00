import { answers, type Defect, dataOf, ignored, onMock, refusal, requests } from '../defect.js';

const invoices = 'GET /providers/*/costs/invoices' as const;

export const billDefects: readonly Defect[] = [
  {
    name: 'the default cost basis is before credits',
    kills: 'invoices.credits-are-as-asked',
    wrap: dataOf(invoices, (months, { query }) => {
      if (!query.has('credits')) months.credits = 'before';
    }),
  },
  {
    name: 'an invoice total without tax',
    kills: 'invoices.total-is-the-sum-of-its-types',
    wrap: dataOf(invoices, ({ items }) => {
      for (const month of items) month.total -= month.by_cost_type.tax;
    }),
  },
  {
    name: 'the marketplace counted on top of the total',
    kills: 'invoices.total-is-the-sum-of-its-types',
    wrap: dataOf(invoices, ({ items }) => {
      for (const month of items) month.total += month.marketplace_total;
    }),
  },
  {
    name: 'invoice months oldest first',
    kills: 'invoices.newest-come-first',
    wrap: dataOf(invoices, ({ items }) => items.reverse()),
  },
  {
    name: 'an invoice month twice',
    kills: 'invoices.newest-come-first',
    wrap: dataOf(invoices, ({ items }) => items.push(...items.slice(-1))),
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
    wrap: dataOf('GET /providers/provider_b/budgets', ({ items }) => {
      items[0].burn_pct = 0.625;
    }),
  },
  {
    name: 'thresholds in any order',
    kills: 'budgets.thresholds-ascend',
    wrap: dataOf('GET /providers/provider_b/budgets', ({ items }) => items[0].thresholds.reverse()),
  },
  ...onMock([
    {
      name: 'an invoice of a month to come',
      kills: 'invoices.months-have-begun',
      wrap: dataOf(invoices, ({ items }) => {
        if (items[0]) items[0].invoice_month = '203101';
      }),
    },
    {
      name: 'credits that make an invoice dearer',
      kills: 'invoices.credits-only-lower-totals',
      wrap: dataOf(invoices, ({ items }, { query }) => {
        if (query.get('credits') !== 'before') return;
        for (const month of items) {
          month.total -= 1000;
          month.by_cost_type.regular -= 1000;
        }
      }),
    },
    {
      name: 'the number of invoice months is ignored',
      kills: 'invoices.count-is-kept',
      wrap: ignored(invoices, 'months', '1'),
    },
    {
      name: 'the oldest of the invoice months',
      kills: 'invoices.count-is-kept',
      wrap: dataOf(invoices, ({ items }, { query }) => {
        if (query.get('months') === '1' && items[0]) items[0].invoice_month = '202001';
      }),
    },
    {
      name: 'a marketplace beside the regular costs',
      kills: 'invoices.marketplace-is-part-of-the-total',
      wrap: dataOf(invoices, ({ items }) => {
        for (const month of items) month.marketplace_total = month.by_cost_type.regular + 200;
      }),
    },
    {
      name: 'what is not explained counts as rounding',
      kills: 'invoices.rounding-error-is-small',
      wrap: dataOf(invoices, ({ items }) => {
        for (const { by_cost_type } of items) {
          by_cost_type.regular -= 80;
          by_cost_type.rounding_error += 80;
        }
      }),
    },
    {
      name: 'a budget twice',
      kills: 'budgets.are-told-once',
      wrap: dataOf('GET /providers/provider_b/budgets', ({ items }) => items.push(items[0])),
    },
    {
      name: 'a budget that is forecast to spend less than it has',
      kills: 'budgets.forecast-holds-what-is-spent',
      wrap: dataOf('GET /providers/provider_b/budgets', ({ items }) => {
        items[0].forecast = items[0].spent / 2;
      }),
    },
  ]),
];
