import type { OperationRequest } from '../../types.js';
import type { Context } from '../context.js';
import { recommendationNamed } from '../recommendations/row.js';

/** The repositories in which a recommendation would be implemented. */
export function listRecommendationTargets(context: Context, { path }: OperationRequest) {
  const { id, targets } = recommendationNamed(context, path.recommendation_id);
  return { recommendation_id: id, items: targets };
}
