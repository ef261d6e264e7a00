import { expect, test, vi } from 'vitest';
import type { Check } from '../../conformance/engine/check.js';
import { fieldChecks } from '../../conformance/suite/checks/fields.js';
import { filterChecks } from '../../conformance/suite/checks/filters.js';
import { paginationChecks } from '../../conformance/suite/checks/pagination/index.js';
import { parameterChecks } from '../../conformance/suite/checks/parameters/index.js';
import { subjectChecks } from '../../conformance/suite/checks/subjects/index.js';
import { requestTo } from '../../conformance/suite/contract.js';
import { createMock } from '../../mocks/create-mock.js';
import type { Scenario } from '../../mocks/dataset/index.js';
import { operations } from '../../src/generated/operations.js';
import { complaints } from '../faulty-servers/judge.js';
import { type CallInput, type TestDataset, testDataset } from '../support/dataset/dataset.js';
import { requestsTo } from '../support/dataset/dataset-requests.js';
import { type DatasetStart, datasetStarts } from '../support/dataset/datasets.js';
import { mockHandler } from '../support/mock-handler.js';
import { apiKeys, verify } from '../support/suite/verify.js';

// The checks of the suite state what must add up. This test runs them against many seeds and dates:
// `SEED_RUNS=20 npx vitest run tests/mock/many-seeds.test.ts`.

vi.setConfig({ testTimeout: 120_000 });

// The third key sends the requests of this test, so that no key reaches the rate limit of the suite.
const reads = operations.filter(({ method }) => method === 'GET');

/** Sends all read requests, so that checks of single responses have something to judge. */
function everyRead({ dataset, call }: TestDataset): Check {
  const hasTagKeys = dataset.fixtures().tag_key !== undefined;
  const textOf = (values: Record<string, unknown> = {}) =>
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    );
  const planOf = (operationId: (typeof reads)[number]['operationId'], { path, query }: CallInput) => ({
    ...requestTo(operationId, { path: Object.fromEntries(textOf(path)), as: 'spare' }),
    query: textOf(query),
  });
  return {
    kind: 'active',
    id: 'mock.every-read-succeeds',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each of these requests succeeds.',
    source: 'The mock',
    operations: 'api',
    async run(probe) {
      for (const { operationId } of reads) {
        for (const request of requestsTo(operationId, call)) {
          if (!hasTagKeys && request.query?.virtual_tag_key !== undefined) continue;
          const { response } = await probe.send(planOf(operationId, request));
          expect(response.status, response.body).toBe(200);
        }
      }
    },
  };
}

/** The first starts for every scenario, each of the others for one. */
const startsOf = (scenario: string) =>
  datasetStarts
    .filter((_, index) => index < 3 || scenarios[index % scenarios.length] === scenario)
    .map((start) => [scenario, start.seed, start.now, start] as const);

async function judge(scenario: Scenario, { seed, now }: DatasetStart) {
  const mock = await createMock({ scenario, seed, now, frozen: true, keys: apiKeys, rateLimit: 60_000 });
  return verify(mockHandler(mock), {
    checks: [
      ...fieldChecks,
      ...parameterChecks,
      ...paginationChecks,
      ...filterChecks,
      ...subjectChecks,
      everyRead(testDataset({ scenario, seed, now })),
    ],
    profile: 'strict',
  });
}

/** Checks that can be not applicable in any dataset. */
const anywhere = [
  // Some operations do not echo parameters.
  'parameters.echo-matches-the-request',
  // Some lists have no figures beside their items.
  'pagination.figures-are-of-all-pages',
  // The suite writes a tag key with its existing rules.
  'tags.config-positions-are-distinct',
  'tags.each-change-has-its-own-job',
  // The window that the suite requests can be before or after the costs of the dataset.
  'utilization.days-lie-in-the-window',
  // Some accounts are measured, and others are not.
  'savings-rate.measured-share-fits-the-accounts',
  // Two months can cost the same.
  'savings-rate.months-have-their-own-costs',
  // Savings plans can be too old to be returned.
  'inventory.return-is-still-possible',
];

/** Checks that are not applicable on the first day of a month, which has no costs or budget spend yet. */
const onTheFirst = [
  'costs.virtual-tag-filter-returns-the-cost-of-the-row',
  'pagination.page-is-honoured',
  'pagination.pages-do-not-overlap',
  'pagination.pages-hold-every-item',
  'pagination.order-is-the-same-at-every-size',
  'pagination.last-page-has-no-next',
  'pagination.one-page-can-hold-all',
  'costs.breakdown-by-tag-holds-every-cost',
  'budgets.forecast-goes-on-as-before',
  'budgets.forecast-is-known',
  'invoices.credits-are-those-of-the-forecast',
  'costs.top-services-are-in-order',
  'filter-options.tag-values-are-the-groups-of-the-breakdown',
  'costs.breakdown-is-grouped-as-requested',
  'costs.breakdown-is-grouped-by-each-dimension',
  'costs.previous-cost-is-that-of-the-range-before',
  'costs.summary-compares-the-same-days',
  'costs.breakdown-filter-returns-only-matches',
  'filter-options.own-selection-is-left-out',
  'filter-options.selection-never-adds-options',
  'forecast.booked-is-the-month-so-far',
  'budgets.forecast-holds-what-is-spent',
  'commitments.accounts-have-the-name-of-the-list',
  'costs.filter-returns-the-cost-of-the-row',
  'costs.top-services-are-in-the-breakdown',
  'filter-options.are-the-groups-of-the-breakdown',
  'forecast.past-is-the-timeline',
  'costs.filters-combine-to-their-intersection',
  'costs.groups-add-up-to-each-other',
  'costs.breakdown-is-sorted-by-the-column',
  'costs.breakdown-is-sorted-by-its-groups',
  'costs.timeline-parts-are-the-rows-of-the-breakdown',
  'filter-options.selections-constrain-each-other',
  'forecast.value-is-the-month-of-the-line',
  'costs.unknown-value-selects-nothing',
  'costs.excluding-an-unknown-value-changes-nothing',
  'filter-options.unknown-value-selects-nothing',
  'filter-options.excluding-an-unknown-value-changes-nothing',
];

/** Checks that need data which a scenario lacks. */
const lacking = {
  default: ['coverage.unmeasured-is-not-zero'],
  'expiring-soon': [
    'coverage.unmeasured-is-not-zero',
    'coverage.grid-has-every-service-with-a-commitment',
    'commitments.active-has-a-utilization',
    'portfolio.holds-what-is-active',
    'utilization.has-every-service-with-a-reservation',
    'coverage.rates-hold-the-coverage-of-the-list',
  ],
  'failing-lookups': [
    'coverage.unmeasured-is-not-zero',
    'coverage.suggestion-is-below-the-floor',
    'overview.potential-is-that-of-the-recommendations',
    'renewals.contract-is-priced-like-an-option',
    'renewals.quote-has-the-prices-of-its-kind',
    'renewals.quote-term-follows-from-unit-prices',
    'renewals.quote-has-a-price-or-a-reason',
    'renewals.quote-is-the-price-of-the-options',
    'commitments.recommended-saving-follows-from-costs',
    'commitments.recommended-cost-follows-from-the-hour',
    'overview.potential-of-a-type-is-that-of-its-recommendations',
    'renewals.priced-plan-protects',
    'coverage.recommended-part-has-a-price',
    'coverage.recommended-part-is-worth-buying',
    'commitments.recommended-service-has-a-floor',
  ],
  unmeasured: [
    'commitments.recommended-cost-follows-from-the-hour',
    'commitments.overview-is-of-the-type',
    'commitments.consumers-use-the-used-hours',
    // Nothing shows that commitments could cover the usage of the provider that is measured.
    'coverage.rate-is-weighted-by-dollars',
    'coverage.parts-make-the-whole',
    'coverage.floor-is-below-average',
    'coverage.uncovered-parts-are-unique',
    'coverage.uncovered-figures-follow',
    'coverage.steady-spend-has-a-high-floor',
    'coverage.suggestion-is-below-the-floor',
    'commitments.figures-are-of-the-provider',
    'commitments.provider-selects-its-rows',
    'coverage.grid-has-every-service-with-a-commitment',
    'portfolio.basis-changes-the-prices',
    'savings-rate.scope-of-all-has-other-costs-too',
    'commitments.accounts-have-the-name-of-the-list',
    'commitments.active-has-a-utilization',
    'commitments.days-have-their-own-rate',
    'commitments.histories-have-the-same-days',
    'commitments.trend-fits-the-history',
    'commitments.unused-days-make-the-resizing',
    'commitments.utilization-has-a-history',
    'coverage.grid-has-the-rates-of-instruments',
    'coverage.grid-has-what-resizing-saves',
    'coverage.instruments-make-the-service',
    'inventory.unused-is-part-of-the-commitment',
    'overview.coverage-is-that-of-the-rates',
    'portfolio.protection-is-covered-spend-less-the-fee',
    'overview.savings-are-those-of-the-rate',
    'portfolio.consumers-are-unique',
    'portfolio.saturated-has-nothing-to-resize',
    'renewals.growth-fits-the-demand',
    'renewals.options-meet-the-same-demand',
    'renewals.spill-is-priced-on-demand',
    'savings-rate.accounts-match-in-both-scopes',
    'savings-rate.measured-has-figures',
    'commitments.recommendations-are-of-the-type',
    'commitments.recommendations-of-all-are-both',
    'coverage.grid-matches-the-utilization',
    'savings-rate.total-is-both-parts',
    'savings-rate.saving-is-the-difference-of-costs',
    'savings-rate.rates-follow-from-dollars',
    'savings-rate.totals-are-the-sum-of-accounts',
    'savings-rate.eligible-is-part-of-all',
    'coverage.uncovered-parts-make-the-remainder',
    'coverage.grid-has-the-remainder-of-the-rates',
    'savings-rate.savings-match-in-both-scopes',
    'commitments.history-makes-the-utilization',
    'commitments.consumers-make-the-covered-spend',
    'renewals.all-in-follows-from-its-parts',
    'commitments.recommended-saving-follows-from-costs',
    'commitments.detail-has-the-remainder-of-the-rates',
    'commitments.largest-saving-comes-first',
    'commitments.recommendation-covers-what-is-uncovered',
    'commitments.recommendation-fits-the-instrument',
    'commitments.recommendation-is-priced-or-not',
    'coverage.covered-usage-has-a-cost',
    'coverage.grid-averages-the-utilization-of-the-list',
    'coverage.known-hours-have-a-floor',
    'inventory.measured-has-its-figures',
    'inventory.saving-is-the-difference-of-costs',
    'overview.account-is-measured-or-not',
    'overview.savings-of-all-are-both-types',
    'portfolio.protection-has-a-price',
    'renewals.decision-fits-the-costs',
    'renewals.decision-needs-demand-and-prices',
    'renewals.demand-makes-idle-or-spill',
    'renewals.options-meet-the-projected-demand',
    'renewals.plan-buys-if-it-renews',
    'renewals.plan-is-measured-or-not',
    'renewals.priced-plan-protects',
    'renewals.projection-starts-at-the-end',
    'renewals.quota-includes-what-is-held',
    'utilization.has-every-service-with-a-reservation',
    'coverage.rates-hold-the-coverage-of-the-list',
    'coverage.recommended-part-has-a-price',
    'renewals.demand-fits-its-basis',
    'renewals.projection-follows-the-points',
    'commitments.coverage-is-within-its-days',
    'commitments.recommended-service-has-a-floor',
    'coverage.recommended-kind-fits-the-provider',
    'coverage.rates-hold-what-consumers-cover',
    'coverage.recommended-part-is-worth-buying',
    'coverage.usage-cost-is-that-of-the-consumers',
    'portfolio.used-commitment-was-billed',
    'portfolio.measured-has-its-figures',
    'inventory.unit-hours-are-those-of-the-consumers',
    'renewals.demand-has-the-price-of-the-usage',
  ],
} satisfies Partial<Record<Scenario, readonly string[]>>;
const scenarios = Object.keys(lacking);

// The large dataset takes minutes; `scenarios.test.ts` tests one of them.
test.each(Object.keys(lacking).flatMap(startsOf))(
  'a mock of the %s dataset passes every check with seed %i from %s, and none is unexpectedly not applicable',
  async (scenario, _seed, now, start) => {
    const report = await judge(scenario as Scenario, start);
    expect(complaints(report)).toEqual(new Map());
    expect(report.summary).toMatchObject({ blocked: 0, errored: 0 });
    const notApplicable = report.results
      .filter(({ status }) => status === 'not_applicable')
      .map(({ id }) => id);
    // An operation can lack fields that a check of all fields applies to, but some operation must have them.
    const seenSomewhere = report.results
      .filter(({ id, status }) => id.startsWith('fields.') && status === 'passed')
      .map(({ id }) => id);
    const ofTheDay = new Date(now).getUTCDate() === 1 ? onTheFirst : [];
    const known = lacking[scenario as keyof typeof lacking];
    const allowed: readonly string[] = [...anywhere, ...known, ...ofTheDay, ...seenSomewhere];
    expect(notApplicable.filter((id) => !allowed.includes(id))).toEqual([]);
  },
);

// The seed changes little in an empty dataset.
test.each(startsOf('empty'))(
  'a mock of the %s dataset violates no check with seed %i from %s',
  async (_scenario, _seed, _now, start) => {
    expect(complaints(await judge('empty', start))).toEqual(new Map());
  },
);
