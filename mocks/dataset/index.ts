import type { OperationId } from '../../src/generated/operations.js';
import type { Fixtures } from '../fixtures.js';
import { type DatasetLimits, sharedDatasetLimits } from '../settings/limits.js';
import type { Clock, OperationHandler, OperationRequest } from '../types.js';
import { getCoverageRates } from './commitments/coverage/get-coverage-rates.js';
import { listCommitmentCoverage } from './commitments/coverage/list-commitment-coverage.js';
import { listUncoveredSpend } from './commitments/coverage/list-uncovered-spend.js';
import { getCommitment } from './commitments/get-commitment.js';
import { listCommitmentInventory } from './commitments/list-commitment-inventory.js';
import { listCommitmentRecommendations } from './commitments/list-commitment-recommendations.js';
import { listCommitments } from './commitments/list-commitments.js';
import { listContractCommitments } from './commitments/list-contract-commitments.js';
import { getCommitmentOverview } from './commitments/overview/get-commitment-overview.js';
import { getCommitmentPortfolio } from './commitments/overview/get-commitment-portfolio.js';
import { getCommitmentUtilization } from './commitments/overview/get-commitment-utilization.js';
import { getCommitmentsByService } from './commitments/overview/get-commitments-by-service.js';
import { getEffectiveSavingsRate } from './commitments/overview/get-effective-savings-rate.js';
import { getRenewal } from './commitments/renewals/get-renewal.js';
import { getRenewalOptions } from './commitments/renewals/get-renewal-options.js';
import { getRenewalPlan } from './commitments/renewals/get-renewal-plan.js';
import { getRenewalQuote } from './commitments/renewals/get-renewal-quote.js';
import { type Context, createContext } from './context.js';
import { getCostBreakdown } from './costs/get-cost-breakdown.js';
import { getCostFilterOptions } from './costs/get-cost-filter-options.js';
import { getCostForecast } from './costs/get-cost-forecast.js';
import { getCostSummary } from './costs/get-cost-summary.js';
import { getCostTimeline } from './costs/get-cost-timeline.js';
import { listInvoiceMonths } from './costs/list-invoice-months.js';
import { fixturesOf } from './fixtures.js';
import type { Ledger } from './ledger/index.js';
import { listProviderBudgets } from './providers/list-provider-budgets.js';
import { listProviders } from './providers/list-providers.js';
import { getRealizedSavingsAudit } from './recommendations/get-realized-savings-audit.js';
import { getRecommendation } from './recommendations/get-recommendation.js';
import { getRecommendationOverview } from './recommendations/get-recommendation-overview.js';
import { getSavingsAuditSummary } from './recommendations/get-savings-audit-summary.js';
import { listRecommendations } from './recommendations/list-recommendations.js';
import { listRecommendationTargets } from './repo-bindings/list-recommendation-targets.js';
import { createLedger } from './scenario/create-ledger.js';
import { createSeedData, type Scenario } from './seed-data/index.js';
import { createState, type StoredState, storedState, type WebhookEndpoint } from './state.js';
import { updateVirtualTagKey } from './tags/update-virtual-tag-key.js';
import { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.js';
import { deleteWebhookEndpoint } from './webhooks/delete-webhook-endpoint.js';

export { type Scenario, scenarios } from './seed-data/index.js';

/** One organization and its bills; determined by seed, clock and scenario. */
export interface Dataset {
  /** Responds to every operation. */
  readonly respond: OperationHandler;
  /** Returns ids of notable cases, which the API does not list. */
  fixtures(): Fixtures;
  /** Returns the webhook endpoints that exist now. */
  endpoints(): readonly WebhookEndpoint[];
  /** What requests have changed. */
  readonly state: StoredState;
}

export interface PlanOptions {
  readonly seed: number;
  readonly scenario: Scenario;
  /** The moment that the seed data is built around, in milliseconds since 1970. */
  readonly origin: number;
}

/** Plans the immutable part of a dataset; figures are computed lazily. */
export function planDataset({ seed, scenario, origin }: PlanOptions): Ledger {
  return createLedger(createSeedData(scenario, origin), seed, origin);
}

const operations = {
  updateVirtualTagKey,
  getCommitment,
  getCommitmentOverview,
  getCommitmentsByService,
  listCommitmentRecommendations,
  listUncoveredSpend,
  getCommitmentPortfolio,
  getCommitmentUtilization,
  getCoverageRates,
  getEffectiveSavingsRate,
  listCommitmentCoverage,
  listCommitmentInventory,
  listContractCommitments,
  getCostBreakdown,
  getCostFilterOptions,
  getCostForecast,
  getCostSummary,
  getCostTimeline,
  listInvoiceMonths,
  listProviderBudgets,
  getRealizedSavingsAudit,
  getRecommendation,
  getRecommendationOverview,
  getSavingsAuditSummary,
  listRecommendations,
  listRecommendationTargets,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getRenewal,
  getRenewalOptions,
  getRenewalPlan,
  getRenewalQuote,
  listCommitments,
  listProviders,
} satisfies Record<OperationId, (context: Context, request: OperationRequest) => unknown>;

/**
 * Opens a dataset in its initial state; any number of them can be opened on one ledger.
 *
 * @param clock read at every request
 * @param limits bounds what requests may store
 */
export function openDataset(
  ledger: Ledger,
  clock: Clock,
  limits: DatasetLimits = sharedDatasetLimits,
): Dataset {
  const { seedData } = ledger;
  const context = createContext({ ledger, clock, state: createState(seedData), limits });
  return {
    respond: (request) => operations[request.operationId](context, request),
    fixtures: () => fixturesOf(context),
    endpoints: () => [...context.state.endpoints.values()],
    state: storedState(context.state, seedData),
  };
}
