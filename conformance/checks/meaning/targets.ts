import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { rowsOf } from '../exchange-data.js';
import { about } from './about.js';
import { past } from './moments.js';

export const targetChecks: readonly Check[] = [
  past('listRecommendationTargets', {
    id: 'targets.opened-in-the-past',
    requirement: 'A pull request was opened before it was told of.',
    source: 'Repository target: opened_at',
    moments: (data) => rowsOf(data.items).map(({ opened_at }) => ({ name: 'opened_at', value: opened_at })),
  }),
  about('listRecommendationTargets', {
    id: 'targets.recommendation-is-the-requested-one',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The targets that come are those of the recommendation that was asked for.',
    source: 'Repository target',
    each: (data) => (typeof data.recommendation_id === 'string' ? [data] : []),
    judge: ({ recommendation_id }, { request }) => {
      const expected = decodeURIComponent(request.path.split('/').at(-2) ?? '');
      return (
        recommendation_id === expected || {
          message: 'The targets are of another recommendation.',
          expected: show(expected),
          actual: show(recommendation_id),
        }
      );
    },
  }),
  about('listRecommendationTargets', {
    id: 'targets.pull-request-is-whole',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A target has the URL and the number of its pull request, or neither.',
    source: 'Repository target',
    each: (data) => rowsOf(data.items),
    judge: ({ repo_full_name, pr_url, pr_number }) =>
      (typeof pr_url === 'string') === (typeof pr_number === 'number') || {
        message: `The pull request of ${show(repo_full_name)} has only one of URL and number.`,
        expected: 'pr_url and pr_number, or null for both',
        actual: show({ pr_url, pr_number }),
      },
  }),
  about('listRecommendationTargets', {
    id: 'targets.url-names-the-pull-request',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'The URL of a pull request has its repository and its number.',
    source: 'Repository target: repo_full_name, pr_url, pr_number',
    each: (data) =>
      rowsOf(data.items).filter(
        ({ pr_url, pr_number }) => typeof pr_url === 'string' && typeof pr_number === 'number',
      ),
    judge: ({ repo_full_name, pr_url, pr_number }) =>
      (pr_url.includes(repo_full_name) && new RegExp(`\\D0*${pr_number}\\b`).test(pr_url)) || {
        message: `The URL of a pull request of ${show(repo_full_name)} is of another.`,
        expected: `${show(repo_full_name)} and ${pr_number} in it`,
        actual: show(pr_url),
      },
  }),
  about('listRecommendationTargets', {
    id: 'targets.failure-has-no-pull-request',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A target whose pull request could not be opened has an error message and no URL.',
    source: 'Repository target: error_message, pr_url',
    each: (data) => rowsOf(data.items).filter(({ error_message }) => typeof error_message === 'string'),
    judge: ({ repo_full_name, pr_url }) =>
      typeof pr_url !== 'string' || {
        message: `${show(repo_full_name)} has a pull request and an error.`,
        expected: 'pr_url null beside error_message',
        actual: show(pr_url),
      },
  }),
];
