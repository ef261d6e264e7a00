import { changed, changedData, ignores, queried, requests, withQuery } from '../changes.js';
import { times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const details = 'GET /recommendations/*/details';
const list = 'GET /providers/*/recommendations';
const overview = 'GET /providers/*/recommendations/overview';

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
  'recommendations.details-match-the-list': {
    'details that were found a day later than in the list': changedData(details, (data) => {
      data.created_at = new Date(Date.parse(data.created_at) + 86_400_000).toISOString();
    }),
  },
  'recommendations.last-change-is-the-latest-time': {
    'a last change before the recommendation was found': changedData(list, ({ items }) => {
      for (const row of items) if (row.updated_at) row.updated_at = '2025-01-01T00:00:00Z';
    }),
  },
  'recommendations.acceptance-follows-the-finding': {
    'terms that are accepted in the future': changedData(list, ({ items }) => {
      for (const row of items)
        if (row.terms_accepted_at) row.terms_accepted_at = row.updated_at = '2031-01-01T00:00:00Z';
    }),
  },
  'recommendations.open-ones-are-not-accepted': {
    'an open recommendation that somebody has accepted': also(
      changedData(list, ({ items }) => {
        for (const row of items) if (row.status === 'available') row.saving_accepted_by = 'dana@acme.example';
      }),
      'recommendations.acceptance-has-its-times',
    ),
  },
  'recommendations.saving-is-part-of-the-spend': {
    'a saving that exceeds what the resource costs': also(
      changedData(details, (data) => {
        data.current_spending = data.monthly_savings / 2;
        data.savings_percentage = 200;
      }),
      'recommendations.details-match-the-list',
      'fields.values-are-in-bounds',
    ),
  },
  'recommendations.metrics-are-in-order': {
    'a metric whose newest point comes first': changedData(details, ({ metrics }) => {
      for (const metric of metrics) metric.data_points.reverse();
    }),
  },
  'recommendations.metrics-precede-the-finding': {
    'a metric of days after the recommendation was found': changedData(details, ({ metrics }) => {
      for (const point of metrics.flatMap((metric: any) => metric.data_points))
        point.timestamp = new Date(Date.parse(point.timestamp) + 5 * 86_400_000).toISOString();
    }),
  },
  'recommendations.metrics-are-drawn-once': {
    'a metric as one line and as several': changedData(details, ({ metrics }) => {
      for (const metric of metrics) metric.series = [{ name: 'all', data_points: metric.data_points }];
    }),
  },
  'recommendations.details-have-the-fields-of-the-list': {
    'details of another environment than in the list': changed(details, 'environment', 'elsewhere'),
  },
  'recommendations.links-point-both-ways': {
    'a link with twice the saving of the first': changedData(list, ({ items }) => {
      for (const { linked_to } of items) if (linked_to?.monthly_savings) linked_to.monthly_savings *= 2;
    }),
    'a link that only one of both has': changedData(list, ({ items }) => {
      for (const row of items) if (row.linked_to?.order === 'first') row.linked_to = null;
    }),
  },
  'recommendations.followers-name-the-first': {
    'a link that only the first has': changedData(list, ({ items }) => {
      for (const row of items) if (row.linked_to?.order === 'second') row.linked_to = null;
    }),
  },
  'recommendations.pending-is-the-sum-of-the-list': {
    'pending savings in the place of all others': also(
      changedData(overview, (data) => {
        data.available_savings -= 1;
        data.pending_savings += 1;
      }),
      'recommendations.available-is-the-sum-of-the-list',
    ),
  },
  'recommendations.savings-are-part-of-the-costs': {
    'potential savings above the costs': also(
      changedData(overview, (data) => {
        for (const name of ['available_savings', 'pending_savings', 'potential_savings'])
          if (data[name]) data[name] *= 100;
      }),
      'costs.summary-has-the-savings-of-the-overview',
      'recommendations.available-is-the-sum-of-the-list',
      'recommendations.pending-is-the-sum-of-the-list',
    ),
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
      'recommendations.available-ones-save-something',
      'recommendations.pending-is-the-sum-of-the-list',
    ),
  },
  'recommendations.links-are-in-the-details': {
    'details without the link to another recommendation': changed(details, 'linked_to', null),
  },
  'recommendations.search-returns-only-matches': {
    'a search that returns everything': queried(list, { search: null }),
  },
  'recommendations.search-finds-text-in-any-case': {
    'a search that compares upper and lower case': requests(list, (request) =>
      /[A-Z]/.test(request.query.get('search') ?? '')
        ? withQuery(request, { search: 'no-such-text-anywhere' })
        : request,
    ),
  },
  'recommendations.status-filter-returns-only-matches': {
    'a status that differs from the requested one': also(
      changedData(list, ({ items }, { query }) => {
        if (query.get('display_status') === 'available') for (const row of items) row.status = 'pending';
      }),
      'recommendations.decided-ones-have-changed',
    ),
  },
  'recommendations.statuses-split-the-list': {
    'a filter by status that returns every status': ignores(list, 'display_status', (status) =>
      ['processing', 'unavailable'].includes(status),
    ),
  },
  'recommendations.filter-and-its-opposite-share-no-row': {
    'a list that ignores the accounts to leave out': ignores(list, 'account_not'),
    'a list that ignores its environments': ignores(list, 'environment'),
  },
  'recommendations.are-sorted-as-requested': {
    'recommendations that are never sorted by their figures': ignores(list, 'sort_by', (by) =>
      by.endsWith('monthly_savings'),
    ),
  },
  'recommendations.descending-starts-with-the-highest': {
    'a list that is always in ascending order': also(
      ignores(list, 'sort_order', (order) => order === 'desc'),
      'recommendations.are-sorted-as-requested',
    ),
  },
  'recommendations.potential-is-available-and-pending': {
    'pending savings without those in progress': also(
      changed(overview, 'pending_savings', times(0.5)),
      'recommendations.pending-is-the-sum-of-the-list',
    ),
  },
  'recommendations.available-is-the-sum-of-the-list': {
    'available savings that include decided recommendations': also(
      changedData(overview, (data) => {
        data.available_savings += data.pending_savings;
        data.pending_savings = 0;
      }),
      'recommendations.pending-is-the-sum-of-the-list',
    ),
  },
  'recommendations.saved-is-that-of-the-audits': {
    'savings since the beginning that count one audit twice': changed(overview, 'saved_itd', times(1.5)),
  },
  'recommendations.percentage-follows-from-the-spend': {
    'current spending after the saving': changedData(details, (data) => {
      data.current_spending -= data.monthly_savings;
    }),
  },
  'recommendations.acceptance-has-its-times': {
    'recommendations that somebody accepted at an unknown time': changed(
      list,
      'items[].terms_accepted_at',
      null,
    ),
  },
  'recommendations.available-ones-save-something': {
    'recommendations that save nothing': also(
      changedData(list, (data) => {
        data.total_savings = 0;
        for (const item of data.items) item.monthly_savings = 0;
      }),
      'recommendations.available-is-the-sum-of-the-list',
      'recommendations.details-match-the-listed-saving',
      'recommendations.links-point-both-ways',
      'recommendations.pending-is-the-sum-of-the-list',
      'renewals.pending-changes-are-those-of-the-list',
    ),
  },
  'recommendations.decided-ones-have-changed': {
    'a recommendation that was rejected at an unknown time': changed(list, 'items[]', (item) =>
      item.status === 'rejected' ? { ...item, updated_at: null } : item,
    ),
  },
});
