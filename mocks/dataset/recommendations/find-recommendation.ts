import type { OperationHandler, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';
import type { Recommendation } from '../seed-data/types.js';

/**
 * Creates a handler that receives the recommendation named in the path, or returns 404.
 *
 * @param parameter the name of the path parameter
 */
export function withRecommendation(
  { ledger }: Context,
  parameter: 'id' | 'recommendation_id',
  respond: (recommendation: Recommendation) => OperationResponse,
): OperationHandler {
  return ({ path }) => {
    const id = path[parameter] as string;
    const recommendation = ledger.seedData.recommendations.find((one) => one.id === id);
    return recommendation === undefined
      ? notFound(`Recommendation ${id} does not exist. Use an id from the list of recommendations.`)
      : respond(recommendation);
  };
}
