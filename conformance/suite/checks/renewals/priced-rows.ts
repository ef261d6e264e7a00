export const prices = ['fixed_price', 'recurring_hourly', 'usage_hourly', 'upfront', 'commitment_hourly'];

/** Whether the price lookup of a quote failed; the text may be empty if it did not. */
export const hasFailed = ({ error_message }: any) =>
  typeof error_message === 'string' && error_message !== '';
