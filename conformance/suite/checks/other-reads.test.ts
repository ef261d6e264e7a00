import { expect, test } from 'vitest';
import { all, changed } from '../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../tests/faulty-servers/faulty-server.js';
import { complaints, judge } from '../../../tests/faulty-servers/judge.js';

const overview = 'overview.savings-are-those-of-the-rate';
const names = 'commitments.accounts-have-the-name-of-the-list';
const grouping = 'costs.breakdown-is-grouped-as-requested';
const options = 'filter-options.own-selection-is-left-out';
const active = 'commitments.active-has-a-utilization';

const inRate = (edit: (account: any, totals: any) => void): Change =>
  changed('GET /commitments/esr', '', (data) => {
    edit(
      data.accounts.find(({ measured }: any) => measured === true),
      data.totals,
    );
    return data;
  });

const usesAnotherProvider = (account: any, totals: any) => {
  for (const rate of [account, totals]) rate.effective_cost += 1000;
  for (const rate of [account, totals]) rate.commitment_rate_pct -= 2;
};

/** The last of many options is left out if one is selected. */
const withoutLast: Change = changed(
  'GET /providers/*/costs/filter-options',
  'services',
  (services, _, { query }) => [
    'long'.repeat(50),
    ...services.slice(0, query.has('service') ? -1 : undefined),
  ],
);

const costsWithoutRegions = changed('GET /providers/*/costs/breakdown', 'items[].region', null);
const withoutRegions = all(
  costsWithoutRegions,
  changed('GET /providers/*/costs/filter-options', 'regions', (regions) => regions && []),
);

/** The first active commitment is of a service without usage. */
const idle = (current_utilization_pct: number | null): Change => {
  let first: any;
  return all(
    changed('GET /commitments', 'items[]', (row) => {
      if (row.provider === 'provider_a' && row.status === 'active') first ??= row;
      return row.service === first?.service
        ? { ...row, current_utilization_pct, current_coverage_pct: null }
        : row;
    }),
    changed('GET /commitments/coverage-rates', 'services', (services) =>
      services.filter(({ service }: any) => service !== first?.service),
    ),
  );
};

/** Costs of 2.72 after 2.44 dollars, and their change before it was rounded to cents. */
const smallCosts = (monthly_spending_percentage: number): Change =>
  all(
    changed('GET /providers/*/costs/summary', '', (data) => ({
      ...data,
      monthly_spending: 2.72,
      monthly_spending_percentage,
    })),
    changed('GET /providers/*/costs/timeline', 'total', (_, __, { query }) =>
      query.get('start')?.startsWith('2026-06') ? 2.72 : 2.44,
    ),
  );

const nameless = (name: string | null): Change =>
  changed('GET /commitments/coverage-rates', 'accounts[].account_name', name);

/** The first active commitment of the measured provider has no utilization yet. */
const withoutUsage = (figuresSource: string | null): Change => {
  let id: string | undefined;
  return all(
    changed('GET /commitments', 'items[]', (row) => {
      if (row.provider === 'provider_a' && row.status === 'active') id ??= row.id;
      return row.id === id ? { ...row, current_utilization_pct: null, current_coverage_pct: null } : row;
    }),
    changed('GET /commitments/detail/*', '', (data) =>
      data.id === id ? { ...data, figures_source: figuresSource } : data,
    ),
  );
};

/** Returns the new complaints of one check about the mock with a change. */
async function found(id: string, change: Change): Promise<string[]> {
  const correct = complaints(await judge({ base: 'mock', only: [id] }));
  const report = complaints(await judge({ base: 'mock', only: [id], change }));
  return [...report.keys()].filter((verdict) => !correct.has(verdict));
}

test.each<[string, string, Change]>([
  ['an account that uses several providers', overview, inRate(usesAnotherProvider)],
  ['accounts without a name', names, nameless(null)],
  ['accounts with an empty name', names, nameless('')],
  ['a commitment of which nothing was measured', active, withoutUsage(null)],
  ['an unused commitment of a service without usage', active, idle(0)],
  ['a change of small costs', 'costs.summary-compares-the-same-days', smallCosts(11.66)],
  ['costs without regions', grouping, withoutRegions],
  ['two groups without regions', 'costs.breakdown-is-grouped-by-each-dimension', withoutRegions],
])('a server with %s is not blamed', async (_, id, change) => {
  expect(await found(id, change)).toEqual([]);
});

test.each<[string, string, Change]>([
  [
    'other savings of an account',
    overview,
    inRate((account) => {
      account.commitment_rate_pct -= 2;
    }),
  ],
  ['another name of accounts', names, nameless('another')],
  ['a commitment without utilization of a service without usage', active, idle(null)],
  ['another change of small costs', 'costs.summary-compares-the-same-days', smallCosts(12.66)],
  ['groups without the regions that are filter options', grouping, costsWithoutRegions],
  ['fewer options of a filter with a selection', options, withoutLast],
  ['a measured commitment without utilization', active, withoutUsage('billing_export')],
])('a server with %s is', async (_, id, change) => {
  expect(await found(id, change)).toHaveLength(1);
});

test.each(['forecast.all-is-the-sum-of-providers', 'forecast.line-of-all-is-the-sum-of-providers'])(
  '%s adds up no amounts that are texts',
  async (id) => {
    const change = all(
      changed('GET /costs/forecast', 'booked_to_date', String),
      changed('GET /costs/forecast', 'forecast_value', String),
      changed('GET /costs/forecast', 'sparkline', (points) => points.map(String)),
    );
    expect(await found(id, change)).toEqual([]);
  },
);
