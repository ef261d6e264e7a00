import type { OperationHandler, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';
import type { Recommendation } from '../seed-data/types.js';

/**
 * A handler about the one recommendation that its path names; 404 where there is none.
 *
 * @param parameter what the path calls its id
 */
export function aboutRecommendation(
  { ledger }: Context,
  parameter: 'id' | 'recommendation_id',
  answer: (recommendation: Recommendation) => OperationResponse,
): OperationHandler {
  return ({ path }) => {
    const id = path[parameter] as string;
    const recommendation = ledger.seedData.recommendations.find((one) => one.id === id);
    return recommendation === undefined
      ? notFound(`recommendation ${id}`, 'Take an id from the list of recommendations.')
      : answer(recommendation);
  };
}
