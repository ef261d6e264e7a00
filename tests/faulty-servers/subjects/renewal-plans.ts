import { changed } from '../changes.js';
import { times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const quote = 'GET /commitments/renewal-quote/*';
const plan = 'GET /commitments/renewal-plan/*';
const renewal = 'GET /commitments/renewal/*';

/** Servers with wrong renewal plans, quotes and purchases. */
export const renewalPlanServers = onMock({
  'renewals.plan-knows-when-it-ends': {
    'a renewal plan with an end but no time left': changed(plan, 'expires_in_seconds', null),
    'a renewal plan without a moment to buy': changed(plan, 'buy_after_utc', null),
  },
  'renewals.plan-buys-if-it-renews': {
    'a renewal plan to renew without a quantity': changed(plan, 'quantity_recommended', null),
  },
  'renewals.plan-is-measured-or-not': {
    'a renewal plan without what resizing would save': changed(plan, 'rightsizing_monthly', null),
  },
  'renewals.priced-plan-protects': {
    'a renewal plan that protects an unknown amount': changed(plan, 'protects_monthly', null),
  },
  'renewals.quote-is-priced-or-not': {
    'a renewal quote without a currency': changed(quote, 'currency', null),
  },
  'renewals.quote-has-the-terms-of-the-commitment': {
    'a renewal quote that is paid in an unknown way': also(
      changed(quote, 'payment_option', null),
      'renewals.quote-is-the-price-of-the-options',
    ),
  },
  'renewals.renewal-is-that-of-the-detail': {
    'a renewal purchase with another recommendation': changed(renewal, 'recommendation_id', 'rec-0'),
  },
  'renewals.plan-ends-with-the-commitment': {
    'a commitment whose end only its renewal plan knows': changed(
      'GET /commitments/detail/*',
      'end_at',
      null,
    ),
  },
  'renewals.pending-changes-are-not-settled': {
    'a pending change that was rejected': also(
      changed(plan, 'pending_changes[].status', 'rejected'),
      'renewals.pending-changes-are-those-of-the-list',
    ),
  },
  'renewals.pending-changes-are-those-of-the-list': {
    'a pending change with the saving of a year': changed(
      plan,
      'pending_changes[].monthly_savings',
      times(12),
    ),
  },
});
