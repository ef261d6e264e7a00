import { ignores } from '../changes.js';
import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const list = 'GET /providers/*/recommendations';
const overview = 'GET /providers/*/recommendations/overview';
const details = 'GET /recommendations/*/details';

/** Servers with savings that contradict each other. */
export const savingsServers = onMock({
  'recommendations.potential-is-available-and-pending': {
    'pending savings without those in progress': dataOf(overview, (data) => {
      data.pending_savings /= 2;
    }),
  },
  'recommendations.available-is-the-sum-of-the-list': {
    'available savings that include decided recommendations': dataOf(overview, (data) => {
      data.available_savings += data.pending_savings;
      data.pending_savings = 0;
    }),
  },
  'recommendations.saved-is-that-of-the-audits': {
    'savings since the beginning that count one audit twice': dataOf(overview, (data) => {
      data.saved_itd *= 1.5;
    }),
  },
  'recommendations.percentage-follows-from-the-spend': {
    'current spending after the saving': dataOf(details, (data) => {
      data.current_spending -= data.monthly_savings;
    }),
  },
  'recommendations.details-match-the-list': {
    'details that were found a day later than in the list': dataOf(details, (data) => {
      data.created_at = new Date(Date.parse(data.created_at) + 86_400_000).toISOString();
    }),
  },
  'recommendations.status-filter-returns-only-matches': {
    'a status that differs from the requested one': dataOf(list, ({ items }, { query }) => {
      if (query.get('display_status') === 'available') for (const row of items) row.status = 'pending';
    }),
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
  'recommendations.filter-and-its-opposite-share-no-row': {
    'a list that ignores the accounts to leave out': ignores(list, 'account_not'),
    'a list that ignores its environments': ignores(list, 'environment'),
  },
  'recommendations.statuses-split-the-list': {
    'a filter by status that returns every status': ignores(list, 'display_status', (status) =>
      ['processing', 'unavailable'].includes(status),
    ),
  },
  'audits.period-has-its-name': {
    'an audit named after the month before': dataOf('GET /recommendations/audit/realized/*', (audit) => {
      audit.billing_period = '2026-01';
    }),
  },
  'filter-options.only-the-requested-dimension': {
    'filter options of every dimension': ignores(
      'GET /providers/*/costs/filter-options',
      'dimension',
      (dimension) => dimension === 'service',
    ),
  },
  'audits.total-has-providers': {
    'an audit summary without providers': dataOf('GET /recommendations/audit/summary', (summary) => {
      summary.providers = [];
    }),
  },
});
