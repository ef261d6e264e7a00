import { changed, queried, requests, withQuery } from '../changes.js';
import { also, onMock } from '../faulty-server.js';

const details = 'GET /recommendations/*/details';
const list = 'GET /providers/*/recommendations';

export const recommendationServers = onMock({
  'recommendations.recommendation-is-the-requested-one': {
    'the same details for every recommendation': also(
      requests(details, (request) =>
        request.path.includes('no-such-recommendation')
          ? request
          : { ...request, path: request.path.replace(/[^/]+(?=\/details$)/, 'rec-1002') },
      ),
      'recommendations.details-match-the-listed-saving',
      'recommendations.links-are-in-the-details',
    ),
  },
  'recommendations.details-match-the-listed-saving': {
    'savings in the details that differ from the list': also(
      changed(details, '', (recommendation) => ({
        ...recommendation,
        monthly_savings: recommendation.monthly_savings * 2,
        annual_savings: recommendation.annual_savings * 2,
      })),
      'recommendations.percentage-follows-from-the-spend',
    ),
  },
  'recommendations.links-are-in-the-details': {
    'details without the link to another recommendation': changed(details, 'linked_to', null),
  },
  'recommendations.annual-is-twelve-months': {
    'annual savings of one month': changed(
      details,
      'annual_savings',
      (_, { monthly_savings }) => monthly_savings,
    ),
  },
  'recommendations.total-is-the-sum': {
    'a total of recommendations without the first one': also(
      changed(list, 'total_savings', (usd, { items }) => usd - (items[0]?.monthly_savings ?? 0)),
      'recommendations.available-is-the-sum-of-the-list',
    ),
  },
  'recommendations.search-finds-text-in-any-case': {
    'a search that compares upper and lower case': requests(list, (request) =>
      /[A-Z]/.test(request.query.get('search') ?? '')
        ? withQuery(request, { search: 'no-such-text-anywhere' })
        : request,
    ),
  },
  'pagination.figures-are-of-all-pages': {
    'total savings of the recommendations on the page': changed(list, 'total_savings', (_, { items }) =>
      items.reduce((sum: number, row: any) => sum + row.monthly_savings, 0),
    ),
  },
  'recommendations.search-returns-only-matches': {
    'a search that returns everything': queried(list, { search: null }),
  },
});
