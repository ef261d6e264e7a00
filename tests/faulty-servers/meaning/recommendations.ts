import { type Defect, dataOf, onMock, requests, withQuery } from '../defect.js';

const details = 'GET /recommendations/*/details' as const;
const list = 'GET /providers/*/recommendations' as const;

export const recommendationDefects: readonly Defect[] = onMock([
  {
    name: 'one recommendation for every other',
    kills: 'recommendations.recommendation-is-the-one-asked-for',
    also: ['recommendations.details-tell-the-listed-saving'],
    wrap: requests(details, (request) =>
      request.path.includes('no-such-recommendation')
        ? request
        : { ...request, path: request.path.replace(/[^/]+(?=\/details$)/, 'rec-1002') },
    ),
  },
  {
    name: 'savings in the details that the list does not tell',
    kills: 'recommendations.details-tell-the-listed-saving',
    wrap: dataOf(details, (recommendation) => {
      recommendation.monthly_savings *= 2;
      recommendation.annual_savings *= 2;
    }),
  },
  {
    name: 'a year of one month',
    kills: 'recommendations.annual-is-twelve-months',
    wrap: dataOf(details, (recommendation) => {
      recommendation.annual_savings = recommendation.monthly_savings;
    }),
  },
  {
    name: 'the total of recommendations without the first',
    kills: 'recommendations.total-is-the-sum',
    wrap: dataOf(list, (found) => {
      found.total_savings -= found.items[0]?.monthly_savings ?? 0;
    }),
  },
  {
    name: 'a search that finds everything',
    kills: 'recommendations.search-keeps-only-its-own',
    wrap: requests(list, (request) => withQuery(request, (query) => query.delete('search'))),
  },
]);
