import type { Check } from '../../engine/check.js';
import { decodeSegment } from '../../engine/http/requests.js';
import { show } from '../../engine/show.js';
import { rowsOf } from './shared/exchange-data.js';
import { forEachRow } from './shared/for-each-row.js';
import { past } from './shared/timestamps.js';

function numbersIn(url: string): number[] {
  return url.split(/\D+/).filter(Boolean).map(Number);
}

export const targetChecks: readonly Check[] = [
  past('listRecommendationTargets', {
    id: 'targets.opened-in-the-past',
    requirement: '`opened_at` of a pull request is not in the future.',
    source: 'Repository target: opened_at',
    moments: (data) => rowsOf(data.items).map(({ opened_at }) => ({ name: 'opened_at', value: opened_at })),
  }),
  forEachRow('listRecommendationTargets', {
    id: 'targets.recommendation-is-the-requested-one',
    level: 'MUST',
    basis: 'derived',
    requirement: '`recommendation_id` of the targets is the `recommendation_id` in the path.',
    source: 'Repository target',
    each: (data) => (typeof data.recommendation_id === 'string' ? [data] : []),
    judge: ({ recommendation_id }, { request }) => {
      const expected = decodeSegment(request.path.split('/').at(-2) ?? '');
      return (
        recommendation_id === expected || {
          message: '`recommendation_id` of the targets is not the requested `recommendation_id`.',
          expected: show(expected),
          actual: show(recommendation_id),
        }
      );
    },
  }),
  forEachRow('listRecommendationTargets', {
    id: 'targets.pull-request-is-whole',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`pr_url` and `pr_number` of a target are both set or both null.',
    source: 'Repository target',
    each: (data) => rowsOf(data.items),
    judge: ({ repo_full_name, pr_url, pr_number }) =>
      (typeof pr_url === 'string') === (typeof pr_number === 'number') || {
        message: `Only one of \`pr_url\` and \`pr_number\` of target ${show(repo_full_name)} is set.`,
        expected: 'both set or both null',
        actual: show({ pr_url, pr_number }),
      },
  }),
  forEachRow('listRecommendationTargets', {
    id: 'targets.url-names-the-pull-request',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`pr_url` of a target contains `repo_full_name` and `pr_number`.',
    source: 'Repository target: repo_full_name, pr_url, pr_number',
    each: (data) =>
      rowsOf(data.items).filter(
        ({ pr_url, pr_number }) => typeof pr_url === 'string' && typeof pr_number === 'number',
      ),
    judge: ({ repo_full_name, pr_url, pr_number }) =>
      (pr_url.includes(repo_full_name) && numbersIn(pr_url).includes(pr_number)) || {
        message: `\`pr_url\` of target ${show(repo_full_name)} does not contain \`repo_full_name\` and \`pr_number\`.`,
        expected: `a URL with ${show(repo_full_name)} and ${pr_number}`,
        actual: show(pr_url),
      },
  }),
  forEachRow('listRecommendationTargets', {
    id: 'targets.failure-has-no-pull-request',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`pr_url` of a target with `error_message` is null.',
    source: 'Repository target: error_message, pr_url',
    each: (data) => rowsOf(data.items).filter(({ error_message }) => Boolean(error_message)),
    judge: ({ repo_full_name, pr_url }) =>
      !pr_url || {
        message: `Target ${show(repo_full_name)} has both \`pr_url\` and \`error_message\`.`,
        expected: 'pr_url null, because of error_message',
        actual: show(pr_url),
      },
  }),
];
