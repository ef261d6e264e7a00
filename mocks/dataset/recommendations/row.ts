import { type Instant, isoInstant } from '../calendar.js';
import type { Context } from '../context.js';
import { percent, usd } from '../money.js';
import type { Cell, Recommendation } from '../seed-data/types.js';
import { actionTexts } from './actions.js';
import { linkOf } from './links.js';
import { acceptedAt, updatedAt } from './moments.js';
import { monthlyCostOf, monthlySavingOf } from './savings.js';

/** A row of the list. */
export function recommendationRow(context: Context, recommendation: Recommendation) {
  return {
    ...commonOf(context, recommendation),
    terms_accepted_at: isoOrNull(acceptedAt(context, recommendation)),
    saving_accepted_by: recommendation.acceptedBy,
    updated_at: isoOrNull(updatedAt(context, recommendation)),
  };
}

/** The fields that list and detail share. */
export function commonOf(context: Context, recommendation: Recommendation) {
  const cell = cellOf(context, recommendation);
  const saving = monthlySavingOf(context, recommendation);
  return {
    recommendation_id: recommendation.id,
    service: cell.service,
    environment: cell.environment,
    account: cell.account,
    tag: tagsOf(cell)[0] ?? null,
    monthly_savings: usd(saving),
    savings_percentage: percent(saving, monthlyCostOf(context, recommendation)) ?? 0,
    status: recommendation.status,
    actions: actionsOf(context, recommendation),
    created_at: isoInstant(recommendation.createdAt),
    linked_to: linkOf(context, recommendation),
  };
}

/** The usage that a recommendation applies to. */
export function cellOf({ ledger }: Context, recommendation: Recommendation): Cell {
  return ledger.priceList.cells.get(recommendation.cell) as Cell;
}

/** The tags of a resource, the main one first. */
export function tagsOf(cell: Cell): readonly string[] {
  return Object.entries(cell.tags).map(([key, value]) => `${key}=${value}`);
}

/** The display name of a recommendation's service. */
export function labelOf(context: Context, recommendation: Recommendation): string {
  const { provider, service } = cellOf(context, recommendation);
  return context.ledger.serviceOf(provider, service)?.label ?? service;
}

function actionsOf(context: Context, recommendation: Recommendation) {
  const texts = actionTexts[recommendation.action];
  return {
    description: texts.description(labelOf(context, recommendation).toLowerCase()),
    overview: texts.overview,
    implementation_process: texts.process,
    execution_method: texts.methods.includes('one-click') ? 'One click, or by hand.' : 'By hand.',
    key_takeaway: texts.takeaway,
    operational_impact: texts.impact,
  };
}

function isoOrNull(instant: Instant | null): string | null {
  return instant === null ? null : isoInstant(instant);
}
