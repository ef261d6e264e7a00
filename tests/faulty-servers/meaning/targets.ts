import { type Defect, dataOf, onMock } from '../defect.js';

export const targetDefects: readonly Defect[] = [
  {
    name: 'targets of another recommendation',
    kills: 'targets.recommendation-is-the-one-asked-for',
    wrap: dataOf('GET /repo-binding/recommendations/*/targets', (targets) => {
      targets.recommendation_id = 'R/2';
    }),
  },
  {
    name: 'a pull request with a URL and no number',
    kills: 'targets.pull-request-is-whole',
    wrap: dataOf('GET /repo-binding/recommendations/*/targets', ({ items }) => {
      items.push({
        repo_full_name: 'a/b',
        installation_id: 1,
        pr_url: 'https://git.example.com/a/b/1',
        pr_number: null,
        pr_status: null,
        opened_at: null,
        error_message: null,
      });
    }),
  },
  {
    name: 'a pull request opened in the future',
    kills: 'targets.opened-in-the-past',
    wrap: dataOf('GET /repo-binding/recommendations/*/targets', ({ items }) => {
      items.push({
        repo_full_name: 'a/b',
        installation_id: 1,
        pr_url: 'https://git.example.com/a/b/1',
        pr_number: 1,
        pr_status: 'open',
        opened_at: '2031-01-01T00:00:00Z',
        error_message: null,
      });
    }),
  },
  ...onMock([
    {
      name: 'the number of another pull request',
      kills: 'targets.url-names-the-pull-request',
      wrap: dataOf('GET /repo-binding/recommendations/*/targets', ({ items }) => {
        for (const item of items) if (item.pr_number !== null) item.pr_number += 1;
      }),
    },
  ]),
];
