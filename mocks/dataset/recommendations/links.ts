import type { Context } from '../context.js';
import { usd } from '../money.js';
import type { Recommendation } from '../seed-data/types.js';
import { monthlySavingOf } from './savings.js';

/** The recommendations linked to one and their order; null if there are none. */
export function linkOf(context: Context, recommendation: Recommendation) {
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
