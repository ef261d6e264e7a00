import type { OperationHandler } from '../../types.js';
import { isoInstant } from '../calendar.js';
import type { Context } from '../context.js';
import { withRecommendation } from '../recommendations/row.js';
import type { RepositoryTarget } from '../seed-data/types.js';

/** The repositories in which a recommendation would be implemented. */
export function listRecommendationTargets(context: Context): OperationHandler {
  return withRecommendation(context, 'recommendation_id', ({ id, targets }) => ({
    data: { recommendation_id: id, items: targets.map(targetRow) },
  }));
}

function targetRow({ repository, installationId, pullRequest, error }: RepositoryTarget) {
  return {
    repo_full_name: repository,
    installation_id: installationId,
    pr_url: pullRequest && `https://git.example.com/${repository}/pull/${pullRequest.number}`,
    pr_number: pullRequest?.number ?? null,
    pr_status: pullRequest?.status ?? null,
    opened_at: pullRequest && isoInstant(pullRequest.openedAt),
    error_message: error,
  };
}
