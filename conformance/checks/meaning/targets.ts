import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { about, rowsOf } from './claim.js';
import { past } from './moments.js';

export const targetChecks: readonly Check[] = [
  past(
    'listRecommendationTargets',
    'targets.opened-in-the-past',
    'A pull request was opened before it was told of.',
    'Repository target: opened_at',
    (data) => rowsOf(data.items).map(({ opened_at }) => ({ name: 'opened_at', value: opened_at })),
  ),
  about(
    'listRecommendationTargets',
    {
      id: 'targets.recommendation-is-the-one-asked-for',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The targets that come are those of the recommendation that was asked for.',
      source: 'Repository target',
    },
    (data) => (typeof data.recommendation_id === 'string' ? [data] : []),
    ({ recommendation_id }, { request }) => {
      const expected = decodeURIComponent(request.path.split('/').at(-2) ?? '');
      return recommendation_id === expected
        ? undefined
        : {
            message: 'The targets are of another recommendation.',
            expected: show(expected),
            actual: show(recommendation_id),
          };
    },
  ),
  about(
    'listRecommendationTargets',
    {
      id: 'targets.pull-request-is-whole',
      level: 'SHOULD',
      basis: 'derived',
      requirement: 'A target has the URL and the number of its pull request, or neither.',
      source: 'Repository target',
    },
    (data) => rowsOf(data.items),
    ({ repo_full_name, pr_url, pr_number }) =>
      (typeof pr_url === 'string') === (typeof pr_number === 'number')
        ? undefined
        : {
            message: `The pull request of ${show(repo_full_name)} has only one of URL and number.`,
            expected: 'pr_url and pr_number, or null for both',
            actual: show({ pr_url, pr_number }),
          },
  ),
];
