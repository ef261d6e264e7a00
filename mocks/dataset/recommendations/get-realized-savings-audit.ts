import type { OperationRequest } from '../../types.js';
import {
  dayOf,
  firstDayOf,
  type Instant,
  isoInstant,
  isoMonth,
  lastDayOf,
  monthOf,
  msPerDay,
  msPerHour,
  type Range,
  startOfDay,
} from '../calendar.js';
import { type Context, nowOf, todayOf } from '../context.js';
import { microsPerDollar, toCents, usd } from '../money.js';
import { notFound } from '../responses.js';
import type { Audit, Recommendation } from '../seed-data/types.js';
import { actionTexts } from './actions.js';
import { cellOf, labelOf } from './row.js';
import { billedDays, monthlySavingOf, savedIn, savedInDays, savedOnLine } from './savings.js';

/** Days after the end of a period until its bill is final, and until its rows are frozen. */
const settledAfterDays = 5;
const frozenAfterDays = 10;

/** A row of the savings audit with all its lines, for the month in which the change was made. */
export function getRealizedSavingsAudit(context: Context, { path }: OperationRequest) {
  const { audits, recommendations } = context.ledger.seedData;
  const audit = audits.find(({ id }) => id === path.audit_id);
  const recommendation = recommendations.find(({ id }) => id === audit?.recommendation);
  if (audit === undefined || recommendation === undefined) {
    throw notFound(`Audit ${path.audit_id} does not exist. Use the id of a row of the savings audit.`);
  }
  return auditRow(context, audit, recommendation);
}

function auditRow(context: Context, audit: Audit, recommendation: Recommendation) {
  const cell = cellOf(context, recommendation);
  const month = monthOf(dayOf(audit.implementedAt));
  const period = { first: firstDayOf(month), last: lastDayOf(month) };
  const { method, verification } = audit;
  const trace = {
    ...audit.event,
    cloud_event_time: isoInstant(audit.implementedAt),
    ...audit.actor,
    evidence: audit.evidence,
  };
  return {
    id: audit.id,
    savings_id: recommendation.id,
    recommendation_id: recommendation.id,
    approved_by: recommendation.acceptedBy ?? audit.actor.actor_principal,
    applied_via: method === 'manual' ? 'console' : 'dashboard',
    implementation_method: method,
    first_view_at: isoInstant(audit.firstViewAt),
    ...audit.firstView,
    provider: cell.provider,
    cloud_resource_id: audit.resource,
    service: cell.service,
    account_id: cell.account,
    region: cell.region === 'global' ? null : cell.region,
    environment: cell.environment,
    verification,
    technical_details: verification.startsWith('manual-') ? trace : null,
    implemented_at: isoInstant(audit.implementedAt),
    ...trace,
    ...executionOf(context, audit, recommendation),
    billing_period: isoMonth(month),
    billing_period_start: isoInstant(startOfDay(period.first)),
    billing_period_end: isoInstant(startOfDay(period.last + 1)),
    ...savingsOf(context, audit, recommendation, period),
  };
}

/** The savings, and when they became final. */
function savingsOf(context: Context, audit: Audit, recommendation: Recommendation, period: Range) {
  const now = nowOf(context);
  const firstDay = dayOf(audit.implementedAt);
  const passed = (instant: Instant) => (instant <= now ? isoInstant(instant) : null);
  const confirmed = audit.verification !== 'pending';
  const end = startOfDay(period.last + 1);
  const settledAt = confirmed ? passed(end + settledAfterDays * msPerDay) : null;
  const frozenAt = confirmed ? passed(end + frozenAfterDays * msPerDay) : null;
  const detectedAt = isoInstant(audit.implementedAt + msPerHour / 6);
  const saved = usd(savedIn(context, audit, period));
  const snapshot = (days: number) => {
    const at = passed(audit.implementedAt + days * msPerDay);
    return { at, saved: at === null ? null : usd(savedInDays(audit, days)) };
  };
  const [week, month] = [snapshot(7), snapshot(30)];
  const expectedShare = (period.last - firstDay + 1) / (period.last - period.first + 1);
  const days = billedDays(context, audit, period);
  return {
    days_active_in_period: Math.max(0, Math.min(period.last, todayOf(context)) - firstDay + 1),
    estimated_savings_usd: usd(toCents(monthlySavingOf(context, recommendation) * expectedShare)),
    realized_savings_usd: settledAt === null ? null : saved,
    realized_savings_in_progress_usd: settledAt === null ? saved : null,
    realized_savings_7d_usd: week.saved,
    realized_savings_30d_usd: month.saved,
    snapshot_7d_at: week.at,
    snapshot_30d_at: month.at,
    realized_basis: 'billing_lines',
    calculator_version: '2026.2',
    detected_at: detectedAt,
    settled_at: settledAt,
    frozen_at: frozenAt,
    updated_at: [detectedAt, week.at, month.at, settledAt, frozenAt]
      .filter((at) => at !== null)
      .sort()
      .at(-1),
    lines: audit.lines.map((line, i) => ({
      id: audit.id * 100 + i + 1,
      usage_type: line.usageType,
      usage_quantity: (line.milliUnitsPerDay * days) / 1000,
      usage_unit: line.unit,
      unit_price_usd: line.unitPrice / microsPerDollar,
      savings_usd: usd(savedOnLine(line, days)),
      operation: line.operation,
    })),
  };
}

/** The steps that the service executed; empty for a manual change. */
function executionOf(context: Context, { method, resource }: Audit, recommendation: Recommendation) {
  if (method === 'manual') return { execution_logs: [], execution_steps: [] };
  const steps = actionTexts[recommendation.action].steps.map(([label], i) => {
    return { step_id: `step-${i + 1}`, label, status: 'succeeded' };
  });
  return {
    execution_logs: steps.map((step, i) => {
      const command = `apply ${recommendation.action} --step ${i + 1} --resource ${resource}`;
      return {
        ...step,
        commands: [{ order: 1, command, output: `${labelOf(context, recommendation)}: done` }],
      };
    }),
    execution_steps: steps.map((step, i) => {
      return { ...step, duration_seconds: 40 + 35 * i, parent_step_id: null };
    }),
  };
}
