import { changed, changedData } from '../changes.js';
import { onIndependent, onMock } from '../faulty-server.js';

const targets = 'GET /repo-binding/recommendations/*/targets';

const pullRequest = {
  repo_full_name: 'a/b',
  installation_id: 1,
  pr_url: 'https://git.example.com/a/b/1',
  pr_number: null,
  pr_status: null,
  opened_at: null,
  error_message: null,
};

export const targetServers = [
  ...onIndependent({
    'targets.opened-in-the-past': {
      'a pull request opened in the future': changed(targets, 'items', (items) => [
        ...items,
        { ...pullRequest, pr_number: 1, pr_status: 'open', opened_at: '2031-01-01T00:00:00Z' },
      ]),
    },
    'targets.recommendation-is-the-requested-one': {
      'targets of another recommendation': changed(targets, 'recommendation_id', 'R/2'),
    },
    'targets.pull-request-is-whole': {
      'a pull request with a URL but no number': changed(targets, 'items', (items) => [
        ...items,
        pullRequest,
      ]),
    },
  }),
  ...onMock({
    'targets.url-names-the-pull-request': {
      'the number of another pull request': changed(targets, 'items[].pr_number', (number) =>
        number === null ? null : number + 1,
      ),
    },
    'targets.failure-has-no-pull-request': {
      'a pull request with an error message': changedData(targets, ({ items }) => {
        for (const item of items) if (item.pr_url !== null) item.error_message = 'The branch is protected.';
      }),
    },
  }),
];
