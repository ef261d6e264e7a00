import type { OperationId } from '../../../src/generated/operations.js';
import type { Place } from './figures.js';
import type { Mutation } from './mutants.js';

const cent = 'a cent is within ε: each of the figures that add up to it was rounded';
const order = 'the document states no order here, only that it is stable';
const words = 'words and labels, of which no invariant speaks';
const outside = 'comes from outside the ledger, and nothing else shows it';
const limits = 'no invariant speaks of the limits that a provider or the service sets';
const menu = 'invariants ask of a choice that it leads to a row; not all costs have one of these';

/** Mutants that no invariant notices, and why none has to. A test keeps the list exact. */
export const survivors: Readonly<
  Partial<Record<OperationId, Readonly<Record<Place, readonly [why: string, ...Mutation[]]>>>>
> = {
  getCommitmentOverview: { benchmark_esr: [outside, 'scaled'] },
  listCommitmentInventory: {
    rows: [order, 'swapped'],
    'rows[].usage_hourly': ['a fee by use is part of no figure while nothing that is sold has one', 'more'],
    'rows[].product_types': [words, 'dropped'],
  },
  getCommitmentUtilization: { services: [order, 'swapped'] },
  getCoverageRates: {
    'totals.on_demand_monthly': [cent, 'more'],
    services: [order, 'swapped'],
    'services[].instruments': [order, 'swapped'],
    accounts: [order, 'swapped'],
  },
  getEffectiveSavingsRate: {
    'totals.on_demand_equivalent': [cent, 'more'],
    'totals.effective_cost': [cent, 'more'],
    'totals.commitment_saved': [cent, 'more'],
    'totals.negotiated_saved': [cent, 'more'],
    'totals.total_saved': [cent, 'more'],
  },
  listUncoveredSpend: { '': [order, 'swapped'] },
  listCommitmentRecommendations: {
    '': [order, 'swapped'],
    '[].quantity': ['the price of one is not shown, and W54 asks only that it be whole', 'more'],
    '[].on_demand_monthly': [cent, 'more'],
  },
  listContractCommitments: { '[].months': ['how far back they go is not stated', 'dropped'] },
  getCommitment: {
    history: [words, 'dropped'],
    recommendations: [order, 'swapped'],
  },
  getRenewalPlan: { renewal_window_days: [limits, 'more'] },
  getRenewalOptions: {
    classes: [order, 'swapped'],
    'classes[].offered': ['what is sold is told by nothing but this list', 'dropped', 'swapped'],
    options: [order, 'swapped'],
    'demand.on_demand_floor': [
      'no other read tells the quietest hour in units of one shape',
      'more',
      'scaled',
    ],
    'quota.used': [limits, 'more'],
    'quota.limit': [limits, 'more'],
    'quota.projected': [limits, 'more'],
    size_mix: ['the newest hour is told by nothing else', 'dropped'],
  },
  getCostBreakdown: {
    'items[].previous_cost': [
      'only a range from before the first costs shows a null, and compares with none',
      'zeroed',
    ],
  },
  getCostTimeline: { 'data_points[].parts': [order, 'swapped'] },
  getCostFilterOptions: { platforms: [menu, 'dropped'], environments: [menu, 'dropped'] },
  getRecommendation: {
    current_spending: [cent, 'more'],
    tags: [words, 'dropped', 'swapped'],
    implementation_tags: [words, 'dropped', 'swapped'],
    comparison: [words, 'dropped', 'swapped'],
    metrics: [words, 'dropped'],
    'metrics[].data_points': [outside, 'dropped', 'swapped'],
    'metrics[].data_points[].value': [outside, 'more'],
    'risk.factors': [words, 'dropped', 'swapped'],
    'risk.sources': [words, 'dropped'],
    implementation_steps: [words, 'dropped', 'swapped'],
  },
  getSavingsAuditSummary: {
    total_monthly_savings_percentage: ['the days of last month are shown by no other read', 'more', 'scaled'],
    payback: ['what carrying out cost is shown by no other read', 'more'],
    average_roi: ['what carrying out cost is shown by no other read', 'more'],
  },
  getRealizedSavingsAudit: {
    view_count_at_audit: [outside, 'more'],
    dashboard_view_id: [outside, 'more'],
    estimated_savings_usd: [cent, 'more'],
    realized_savings_7d_usd: [cent, 'more'],
    realized_savings_30d_usd: [cent, 'more'],
    'lines[].id': ['W88 asks only that ids differ', 'more'],
    'execution_logs[].commands': [words, 'dropped'],
    'execution_steps[].duration_seconds': [outside, 'more'],
  },
  listProviders: { '': [order, 'swapped'] },
  listProviderBudgets: {
    items: [order, 'swapped'],
    'items[].thresholds': [limits, 'dropped'],
    'items[].thresholds[]': [limits, 'more'],
  },
  listRecommendationTargets: {
    items: [order, 'dropped', 'swapped'],
    'items[].installation_id': [outside, 'more'],
  },
  createWebhookEndpoint: { event_types: [words, 'dropped'] },
};
