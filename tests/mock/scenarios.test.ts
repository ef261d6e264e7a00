import { expect, test, vi } from 'vitest';
import { runChecks } from '../../conformance/run-checks.js';
import { createMock } from '../../mocks/create-mock.js';
import type { Scenario } from '../../mocks/world/index.js';
import { complaints } from '../faulty-servers/judge.js';
import { inProcess } from '../support/in-process.js';
import { mockHandler } from '../support/mock-handler.js';

vi.setConfig({ testTimeout: 300_000 });

const apiKeys = ['one_test_caller', 'one_test_stranger', 'one_test_spare'];

async function verify(options: Parameters<typeof createMock>[0], only: readonly string[] = []) {
  const mock = await createMock({ ...options, keys: apiKeys });
  const target = 'http://127.0.0.1';
  return runChecks({ target, sender: inProcess(mockHandler(mock)), apiKeys, only });
}

test('a mock of a hundred thousand commitments keeps the contract: a long answer is no fault', async () => {
  const report = await verify({ scenario: 'large' });
  expect(complaints(report)).toEqual(new Map());
  expect(report.results.filter(({ status }) => status === 'could_not_run')).toEqual([]);
  const tooLong = report.results.filter(({ message }) => message?.includes('more than 16 MiB'));
  expect(new Set(tooLong.map(({ status }) => status))).toEqual(new Set(['not_applicable']));
  expect(new Set(tooLong.map(({ operation }) => operation))).toEqual(
    new Set(['listCommitmentInventory', 'getCommitmentPortfolio', 'getCommitmentOverview']),
  );
});

const withData: readonly Scenario[] = ['default', 'unmeasured', 'expiring-soon', 'failing-lookups'];

test.each(withData)(
  'a mock of the %s world keeps the contract, and everything can be tested',
  async (scenario) => {
    const report = await verify({ scenario });
    expect(complaints(report)).toEqual(new Map());
    expect(report.summary).toMatchObject({ could_not_run: 0, errored: 0 });
    expect(report.summary.passed).toBeGreaterThan(1000);
  },
);

test('a mock of the empty world breaks nothing, though little of it can be tested', async () => {
  const report = await verify({ scenario: 'empty' });
  expect(complaints(report)).toEqual(new Map());
  expect(report.summary.passed).toBeGreaterThan(500);
});

test('a key that may only read leaves the writes unjudged, and nothing fails for it', async () => {
  const mock = await createMock({ rateLimit: 60_000 });
  const apiKeys = ['ccc_test_reader'];
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(mockHandler(mock)),
    apiKeys,
  });
  expect(complaints(report)).toEqual(new Map());
  const unjudged = report.results.filter(({ status }) => status === 'could_not_run');
  expect(unjudged.map(({ id }) => id)).toContain('errors.stale-version-is-refused');
});

/** What can only be kept by a server that looks at what it is asked; examples do not. */
const claimsOnWhatIsAsked = {
  'unknown ids are answered as if they were known': [
    'errors.unknown-commitment-is-404',
    'errors.unknown-recommendation-is-404',
    'errors.unknown-audit-is-404',
    'errors.unknown-tag-key-is-404',
    'errors.unknown-endpoint-is-404',
    'errors.unknown-provider-is-404',
    'errors.unraised-renewal-is-404',
    'errors.fractional-quantity-is-422',
    'commitments.other-providers-have-zeros',
    'renewals.failed-lookup-is-told',
    'renewals.options-are-of-the-commitment',
    'renewals.quote-is-of-the-commitment',
    'renewals.quantity-prices-every-option',
    'invoices.only-provider-b-has-months',
    'audits.audit-is-the-one-asked-for',
    'targets.recommendation-is-the-one-asked-for',
    'commitments.told-alike-everywhere',
    'renewals.plan-is-of-the-commitment',
    'renewals.renewal-is-of-the-commitment',
    'recommendations.recommendation-is-the-one-asked-for',
    'recommendations.details-tell-the-listed-saving',
    'commitments.figures-are-told-alike',
  ],
  'parameters do not change an example': [
    'parameters.reversed-range-is-refused',
    'pagination.page-is-honoured',
    'pagination.page-size-is-honoured',
    'pagination.pages-do-not-overlap',
    'pagination.pages-hold-every-item',
    'pagination.last-page-has-no-next',
    'pagination.beyond-the-last-page-is-empty',
    'filters.kind-keeps-only-its-own',
    'filters.kind-leaves-none-out',
    'filters.no-match-is-an-empty-list',
    'commitments.state-filter-keeps-only-its-own',
    'commitments.instruments-are-kept-apart',
    'commitments.service-filter-keeps-only-its-own',
    'savings-rate.scope-is-as-asked',
    'savings-rate.period-is-as-asked',
    'filters.unknown-value-matches-nothing',
    'commitments.utilization-is-of-the-type',
    'commitments.recommendations-are-of-the-type',
    'forecast.all-is-the-sum-of-providers',
    'forecast.line-of-all-is-the-sum-of-providers',
    'forecast.credits-are-as-asked',
    'commitments.overview-is-of-the-type',
    'parameters.answer-tells-what-was-asked',
    'utilization.days-lie-in-the-window',
    'utilization.each-period-is-told-once',
    'utilization.what-does-not-apply-is-null',
    'inventory.holds-what-is-listed',
    'invoices.count-is-kept',
    'costs.breakdown-filter-keeps-only-its-own',
    'costs.breakdown-is-grouped-as-asked',
    'costs.breakdown-is-sorted-as-asked',
    'costs.breakdown-tells-each-period-once',
    'costs.timeline-tells-each-period-once',
    'recommendations.search-keeps-only-its-own',
    'coverage.grid-tells-the-utilization',
    'commitments.overview-of-all-is-both-types',
    'commitments.overview-counts-what-is-active',
  ],
  'nothing is written down': [
    'errors.stale-version-is-refused',
    'errors.stale-version-is-409',
    'errors.version-not-yet-reached-is-refused',
    'tags.each-change-has-its-own-job',
    'errors.deleted-endpoint-is-gone',
    'idempotency.replay-does-not-run-again',
    'idempotency.callers-do-not-collide',
    'webhooks.endpoint-is-as-asked',
    'webhooks.each-endpoint-has-its-own-id',
    'webhooks.deletion-says-what-is-gone',
    'tags.update-raises-the-version',
    'tags.key-is-the-one-updated',
    'idempotency.failure-is-not-stored',
  ],
  'nobody is registered for events, so none is sent': [
    'webhooks.event-is-delivered',
    'webhooks.only-its-types-are-sent',
    'webhooks.removed-endpoint-gets-nothing',
    'webhooks.refused-delivery-is-repeated',
    'webhooks.delivery-is-a-json-post',
    'webhooks.delivery-has-standard-headers',
    'webhooks.delivery-is-dated-now',
    'webhooks.delivery-is-signed',
    'webhooks.delivery-fits-its-schema',
    'webhooks.signature-verifies',
    'webhooks.signatures-differ',
  ],
};

test('with the Prism engine it keeps all that does not depend on what is asked', async () => {
  const report = await verify({ engine: 'prism' });
  const unkept = new Set(
    report.results
      .filter(({ status }) => status !== 'passed' && status !== 'not_applicable')
      .map(({ id }) => id),
  );
  expect([...unkept].toSorted()).toEqual(Object.values(claimsOnWhatIsAsked).flat().toSorted());
  // Of the stages in front of it, keys, limits, envelope and headers, every claim applies.
  for (const area of ['authentication', 'envelope', 'limits', 'operations', 'paths']) {
    expect([...unkept].filter((id) => id.startsWith(`${area}.`))).toEqual([]);
    expect(report.results.some(({ id, status }) => id.startsWith(`${area}.`) && status === 'passed')).toBe(
      true,
    );
  }
});
