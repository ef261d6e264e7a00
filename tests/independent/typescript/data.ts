import { now } from './http.js';

const plan = (number: number) => `arn:provider_a:savingsplans::77:savingsplan/p-${number}`;

export function invoiceOf(invoice_month: string, regular: number) {
  return {
    by_cost_type: { tax: regular / 10, regular, rounding_error: -0.01, adjustment: -5 },
    total: regular + regular / 10 - 5 - 0.01,
    marketplace_total: 12,
    invoice_month,
  };
}

export const budget = {
  approximate: false,
  thresholds: [50, 90, 100],
  amount_kind: 'specified',
  burn_pct: 62.5,
  forecast: 450,
  spent: 250,
  amount_usd: 400,
  calendar_period: 'MONTH',
  display_name: 'Machines',
  budget_id: 'B/1',
};

export const ownCommitments = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => {
  const isPlan = number % 4 === 0;
  return {
    monthly_commitment_usd: 100 * number,
    current_coverage_pct: 55.5,
    current_utilization_pct: 100 - number,
    status: number === 9 ? 'lapsed' : 'active',
    end_date: `2027-0${number}-01`,
    start_date: `2026-0${number}-01`,
    kind: isPlan ? 'savings_plan' : 'reserved_instance',
    region: 'east',
    account_name: 'main',
    account_id: '77',
    service_label: 'Machines',
    service: 'vm',
    provider: 'provider_a',
    id: isPlan ? plan(number) : `C${1000 + number}`,
    colour: 'green',
  };
});

export const otherCommitments = [1, 2, 3].map((number) => ({
  ...(ownCommitments[0] as (typeof ownCommitments)[number]),
  kind: 'committed_use_discount',
  provider: 'provider_b',
  id: `X-${number}`,
}));

export function savingsRate(scope: string, period: string) {
  const rate = (onDemand: number, negotiated: number, committed: number) => ({
    total_rate_pct: ((negotiated + committed) / onDemand) * 100,
    commitment_rate_pct: (committed / onDemand) * 100,
    negotiated_rate_pct: (negotiated / onDemand) * 100,
    total_saved: negotiated + committed,
    negotiated_saved: negotiated,
    commitment_saved: committed,
    effective_cost: onDemand - negotiated - committed,
    on_demand_equivalent: onDemand,
    measured: true,
  });
  return {
    accounts: [
      { ...rate(800, 0, 240), account_name: 'main', account_id: '77' },
      { ...rate(200, 30, -10), account_name: 'lab', account_id: '78' },
    ],
    totals: rate(1000, 30, 230),
    measured_share_pct: 100,
    scope,
    period,
  };
}

/** The forecast of each provider. The forecast of all providers is their sum. */
const monthlyCosts: Readonly<Record<string, number>> = { provider_a: 2480, provider_b: 620 };

export function forecast(provider: string | null, connected: readonly string[]) {
  const value = (
    provider === null || provider === 'all' ? connected : connected.filter((one) => one === provider)
  )
    .map((one) => monthlyCosts[one] ?? 0)
    .reduce((total, cost) => total + cost, 0);
  const empty = value === 0;
  const line = empty ? [] : Array.from({ length: 60 }, (_, index) => (value / 31) * (1 + index / 1000));
  return {
    sparkline: line,
    future_start_index: empty ? 0 : 30,
    forecast_value: value,
    forecast_low: value * 0.9,
    forecast_high: value * 1.1,
    confidence_pct: 80,
    delta_pct_vs_last_month: 1.5,
    // The 14 days through `actuals_through`.
    booked_to_date: line.slice(16, 30).reduce((total, day) => total + day, 0),
    daily_rate: value / 31,
    days_remaining: 15,
    days_since_last_actual: 1,
    daily_rate_sample_days: 12,
    daily_rate_thin_days: 2,
    daily_rate_window_days: 14,
    actuals_through: '2026-06-14',
  };
}

export function jobOf(version: number) {
  return {
    finished_at: null,
    created_at: now(),
    error: null,
    periods_total: 3,
    periods_done: 0,
    to_period: '2026-06',
    from_period: '2026-04',
    status: 'queued',
    id: `J${version}`,
  };
}

export function tagKeyOf({ version, name }: { version: number; name: string }) {
  return {
    id: 'T7',
    name,
    description: '',
    origin: 'virtual',
    providers: ['provider_a'],
    status: 'active',
    shares_provider_key: false,
    can_override: true,
    effective_from: '2026-04',
    rules_version: version,
    collapsed_keys: [],
    configs: [],
    values: [{ id: 'v1', name: 'red', spend: 60, resource_count: 3 }],
    total_spend: 100,
    unallocated_spend: 40,
    resource_count: 5,
    dependents: [],
    job: jobOf(version),
    window: { start: '2026-05-01', end: '2026-05-31' },
  };
}

const event = {
  actor_ip: '192.0.2.7',
  actor_type: 'user',
  actor_principal: 'ops',
  cloud_event_time: '2026-05-02T10:00:00Z',
  cloud_event_name: 'Resize',
  cloud_event_id: 'E1',
};

export const audit = {
  ...event,
  technical_details: { ...event, evidence: {} },
  id: 12,
  dashboard_view_id: 4,
  view_count_at_audit: 2,
  days_active_in_period: 30,
  savings_id: 'S1',
  recommendation_id: 'R/1',
  approved_by: 'ops',
  applied_via: 'console',
  implementation_method: 'manual',
  first_view_channel: 'cli',
  provider: 'provider_a',
  cloud_resource_id: 'vm-1',
  service: 'vm',
  account_id: '77',
  region: 'east',
  environment: 'prod',
  dashboard_viewer: 'ops',
  billing_period: '2026-05',
  realized_basis: 'invoice',
  calculator_version: '2',
  first_view_at: '2026-05-01T10:00:00Z',
  implemented_at: '2026-05-02T10:00:00Z',
  billing_period_start: '2026-05-01T00:00:00Z',
  billing_period_end: '2026-05-31T23:59:59Z',
  settled_at: '2026-06-05T00:00:00Z',
  snapshot_7d_at: '2026-05-09T10:00:00Z',
  snapshot_30d_at: '2026-06-01T10:00:00Z',
  frozen_at: '2026-06-06T00:00:00Z',
  detected_at: '2026-05-03T00:00:00Z',
  updated_at: '2026-06-06T00:00:00Z',
  verification: 'confirmed',
  estimated_savings_usd: 20,
  realized_savings_usd: 18,
  realized_savings_in_progress_usd: 0,
  realized_savings_7d_usd: 4,
  realized_savings_30d_usd: 18,
  evidence: {},
  execution_logs: [],
  execution_steps: [],
  lines: [
    {
      id: 1,
      usage_type: 'hours',
      usage_quantity: 10,
      usage_unit: 'hour',
      unit_price_usd: 1,
      savings_usd: 10,
      operation: 'run',
    },
    {
      id: 2,
      usage_type: 'disk',
      usage_quantity: 4,
      usage_unit: 'GB',
      unit_price_usd: 2,
      savings_usd: 8,
      operation: 'store',
    },
  ],
};
