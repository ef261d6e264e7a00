import type { OperationRequest } from '../../../types.js';
import { isoInstant } from '../../calendar.js';
import { type Context, nowOf } from '../../context.js';
import { rate, usd } from '../../money.js';
import { offeringFor } from '../../seed-data/offerings.js';
import type { Commitment, HeldCommitment } from '../../seed-data/types.js';
import { commitmentNamed, isPriced, quantityOf } from '../held.js';
import { heldQuantity, idOf, priceOf } from './renewal-row.js';

/** Today's price of a commitment's terms, or why the price lookup failed. */
export function getRenewalQuote(context: Context, { path }: OperationRequest) {
  const commitment = commitmentNamed(context, path.commitment_id);
  if (isPriced(commitment)) return quoteOf(context, commitment);
  return { ...unpriced, ...termsOf(context, commitment), ...failed(commitment) };
}

function termsOf(context: Context, commitment: HeldCommitment) {
  return {
    commitment_id: commitment.id,
    term_months: commitment.termMonths,
    payment_option: commitment.payment,
    qty: quantityOf(commitment),
    quoted_at: isoInstant(nowOf(context)),
  };
}

function failed({ lookupError }: HeldCommitment) {
  return { error_message: lookupError, term: null };
}

const unpriced = {
  offering_id: null,
  currency: null,
  fixed_price: null,
  recurring_hourly: null,
  usage_hourly: null,
  upfront: null,
  commitment_hourly: null,
};

function quoteOf(context: Context, commitment: Commitment) {
  const { capacity } = commitment;
  const quantity = heldQuantity(commitment);
  const terms = termsOf(context, commitment);
  if (commitment.lookupError !== null) return { ...terms, ...unpriced, ...failed(commitment) };
  const offering = offeringFor(commitment.kind, commitment.termMonths, commitment.payment);
  const units = capacity?.unitsPerOne ?? 1;
  const price = priceOf(commitment, offering, units, quantity);
  const one = priceOf(commitment, offering, units, 1);
  return {
    ...terms,
    offering_id: idOf(commitment, offering),
    currency: 'USD',
    fixed_price: capacity === null ? null : rate(one.upfront),
    recurring_hourly: capacity === null ? null : rate(one.recurringHourly),
    usage_hourly: capacity === null ? null : 0,
    upfront: capacity === null ? usd(price.upfront) : null,
    commitment_hourly: capacity === null ? quantity : null,
    error_message: null,
    term: {
      currency: 'USD',
      term_hours: price.termHours,
      upfront_total: usd(price.upfront),
      recurring_hourly_total: rate(price.recurringHourly),
      term_total: usd(price.total),
    },
  };
}
