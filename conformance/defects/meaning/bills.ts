import { answers, type Defect, dataOf, refusal, requests } from '../defect.js';

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
];
