import type { OperationAnswer, OperationHandler } from '../../types.js';
import type { Recommendation } from '../cast/types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';

/**
 * A handler about the one recommendation that its path names; 404 where there is none.
 *
 * @param parameter what the path calls its id
 */
export function aboutRecommendation(
  { ledger }: Context,
  parameter: 'id' | 'recommendation_id',
  answer: (recommendation: Recommendation) => OperationAnswer,
): OperationHandler {
  return ({ path }) => {
    const id = path[parameter] as string;
    const recommendation = ledger.cast.recommendations.find((one) => one.id === id);
    return recommendation === undefined
      ? notFound(`recommendation ${id}`, 'Take an id from the list of recommendations.')
      : answer(recommendation);
  };
}
