import type { OperationHandler } from '../../types.js';
import type { Context } from '../context.js';
import { withRecommendation } from '../recommendations/row.js';

/** The repositories in which a recommendation would be implemented. */
export function listRecommendationTargets(context: Context): OperationHandler {
  return withRecommendation(context, 'recommendation_id', ({ id, targets }) => ({
    data: { recommendation_id: id, items: targets },
  }));
}
