import { type Defect, dataOf, successes } from './defect.js';

export const fieldDefects: readonly Defect[] = [
  {
    name: 'a commitment without its region',
    kills: 'fields.all-are-present',
    wrap: successes('GET /commitments', ({ data }) => {
      for (const item of data.items) delete item.region;
    }),
  },
  {
    name: 'a rate object without negotiated_saved',
    kills: 'fields.all-are-present',
    also: ['savings-rate.totals-are-the-sum-of-accounts'],
    wrap: successes('GET /commitments/esr', ({ data }) => {
      delete data.accounts[1]?.negotiated_saved;
    }),
  },
  {
    name: 'a provider without its name',
    kills: 'fields.all-are-present',
    wrap: successes('GET /providers', ({ data }) => {
      delete data[0].provider_name;
    }),
  },
  {
    name: 'an audit without its verification',
    kills: 'fields.all-are-present',
    wrap: successes('GET /recommendations/audit/realized/*', ({ data }) => {
      delete data.verification;
    }),
  },
  {
    name: 'money as a string',
    kills: 'fields.types-are-exact',
    wrap: successes('GET /commitments', ({ data }) => {
      for (const item of data.items) item.monthly_commitment_usd = String(item.monthly_commitment_usd);
    }),
  },
  {
    name: 'an audit id as a string',
    kills: 'fields.types-are-exact',
    also: ['audits.audit-is-the-one-asked-for'],
    wrap: successes('GET /recommendations/audit/realized/*', ({ data }) => {
      data.id = String(data.id);
    }),
  },
  {
    name: 'a boolean as a number',
    kills: 'fields.types-are-exact',
    wrap: successes('GET /commitments/esr', ({ data }) => {
      data.totals.measured = 1;
    }),
  },
  {
    name: 'a count with a fraction',
    kills: 'fields.types-are-exact',
    wrap: successes('GET /costs/forecast', ({ data }) => {
      data.days_remaining = 14.5;
    }),
  },
  {
    name: 'null for an empty list',
    kills: 'fields.lists-are-never-null',
    wrap: successes('GET /repo-binding/recommendations/*/targets', ({ data }) => {
      data.items = null;
    }),
  },
  {
    name: 'null for the lines of an audit',
    kills: 'fields.lists-are-never-null',
    wrap: successes('GET /recommendations/audit/realized/*', ({ data }) => {
      data.lines = null;
    }),
  },
  {
    name: 'null for a name that is always known',
    kills: 'fields.null-only-where-unknown',
    wrap: successes('GET /providers', ({ data }) => {
      data[0].provider_name = null;
    }),
  },
  {
    name: 'a fifth kind of commitment',
    kills: 'fields.closed-sets-are-kept',
    also: [
      'filters.kind-keeps-only-its-own',
      'filters.no-match-is-an-empty-list',
      'commitments.kind-fits-provider',
      'inventory.holds-what-is-listed',
    ],
    wrap: successes('GET /commitments', ({ data }) => {
      for (const item of data.items) {
        if (item.kind === 'savings_plan') item.kind = 'spend_pledge';
      }
    }),
  },
  {
    name: 'kinds in capitals',
    kills: 'fields.closed-sets-are-kept',
    also: [
      'filters.kind-keeps-only-its-own',
      'filters.no-match-is-an-empty-list',
      'commitments.kind-fits-provider',
    ],
    wrap: successes('GET /commitments', ({ data }) => {
      for (const item of data.items) {
        if (item.kind === 'committed_use_discount') item.kind = 'COMMITTED_USE_DISCOUNT';
      }
    }),
  },
  {
    name: 'dates as day, month, year',
    kills: 'fields.formats-are-kept',
    wrap: successes('GET /commitments', ({ data }) => {
      for (const item of data.items) item.start_date = '15/06/2025';
    }),
  },
  {
    name: 'a negative amount committed',
    kills: 'fields.values-are-in-bounds',
    wrap: successes('GET /commitments', ({ data }) => {
      for (const item of data.items) item.monthly_commitment_usd = -1;
    }),
  },
  {
    name: 'a link of no known order',
    kills: 'fields.choices-are-kept',
    base: 'mock',
    wrap: dataOf('GET /providers/*/recommendations', ({ items }) => {
      for (const item of items) item.linked_to = { order: 7 };
    }),
  },
];
