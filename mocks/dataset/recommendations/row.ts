import { type Instant, isoInstant, msPerDay, msPerHour } from '../calendar.js';
import type { Context } from '../context.js';
import { percent, usd } from '../money.js';
import { notFound } from '../responses.js';
import type { Cell, Recommendation } from '../seed-data/types.js';
import { actionTexts } from './actions.js';
import { monthlyCostOf, monthlySavingOf } from './savings.js';

/** A row of the list. */
export function recommendationRow(context: Context, recommendation: Recommendation) {
  const accepted = acceptedAt(context, recommendation);
  const updated = updatedAt(context, recommendation);
  return {
    ...commonOf(context, recommendation),
    terms_accepted_at: accepted && isoInstant(accepted),
    saving_accepted_by: recommendation.acceptedBy,
    updated_at: updated && isoInstant(updated),
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

/** The recommendations linked to one and their order; null if there are none. */
function linkOf(context: Context, recommendation: Recommendation) {
  const { recommendations } = context.ledger.seedData;
  if (recommendation.after !== null) {
    const first = recommendations.find(({ id }) => id === recommendation.after);
    const siblings = recommendations.filter(({ after }) => after === recommendation.after);
    return {
      order: 'second',
      recommendation_id: recommendation.after,
      monthly_savings: first === undefined ? null : usd(monthlySavingOf(context, first)),
      execution_order: siblings.indexOf(recommendation) + 2,
    };
  }
  const followers = recommendations.filter(({ after }) => after === recommendation.id);
  return followers.length === 0
    ? null
    : { order: 'first', recommendation_ids: followers.map(({ id }) => id) };
}

const unsuccessful = new Set<Recommendation['status']>(['rejected', 'unavailable', 'failed']);

/** When a recommendation was accepted; null if it was not. */
function acceptedAt(context: Context, recommendation: Recommendation): Instant | null {
  if (recommendation.acceptedBy === null) return null;
  const implemented = implementedAt(context, recommendation);
  return implemented === null ? recommendation.createdAt + 2 * msPerDay : implemented - msPerDay;
}

/** When a recommendation last changed; null if it is unchanged since its creation. */
function updatedAt(context: Context, recommendation: Recommendation): Instant | null {
  const { status, createdAt } = recommendation;
  if (unsuccessful.has(status)) return createdAt + 4 * msPerDay + 5 * msPerHour;
  return implementedAt(context, recommendation) ?? acceptedAt(context, recommendation);
}

function implementedAt({ ledger }: Context, { id }: Recommendation): Instant | null {
  return ledger.seedData.audits.find(({ recommendation }) => recommendation === id)?.implementedAt ?? null;
}

/** The recommendation named in the path. @throws {HttpError} 404 */
export function recommendationNamed({ ledger }: Context, id: string): Recommendation {
  const recommendation = ledger.seedData.recommendations.find((one) => one.id === id);
  if (recommendation !== undefined) return recommendation;
  throw notFound(`Recommendation ${id} does not exist. Use an id from the list of recommendations.`);
}
