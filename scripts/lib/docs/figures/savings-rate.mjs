// @ts-check
import { html } from '../html.mjs';
import { bars, dollars } from './bars.mjs';

/** @param {any} data answer of getEffectiveSavingsRate */
export function savingsRateFigure(data) {
  const accounts = data.accounts.filter((/** @type {any} */ one) => one.measured);
  const row = (/** @type {string} */ label, /** @type {any} */ rate) => ({
    label,
    value: `${String(rate.total_rate_pct).replace('-', '−')} %`,
    parts: [
      { kind: 'paid', amount: Math.min(rate.effective_cost, rate.on_demand_equivalent) },
      { kind: 'used', amount: Math.max(0, rate.commitment_saved) },
      { kind: 'negotiated', amount: Math.max(0, rate.negotiated_saved) },
      { kind: 'lost', amount: Math.max(0, -rate.total_saved) },
    ],
  });
  const lost = accounts.find((/** @type {any} */ one) => one.commitment_saved < 0);
  return bars({
    title: `Effective savings rate by account: ${accounts.map((/** @type {any} */ one) => `${one.account_name} ${one.total_rate_pct} percent`).join(', ')}`,
    rows: accounts.map((/** @type {any} */ one) => row(one.account_name, one)),
    legend: [
      { kind: 'paid', label: 'paid' },
      { kind: 'used', label: 'saved by commitments' },
      { kind: 'negotiated', label: 'saved by negotiation' },
      { kind: 'lost', label: 'paid on top, for commitments not used' },
    ],
    most: Math.max(
      ...accounts.map((/** @type {any} */ one) => Math.max(one.on_demand_equivalent, one.effective_cost)),
    ),
    caption: html`${data.period}, by account. The length of a bar is what its usage would have cost at public prices. ${lost && `${lost.account_name} lost ${dollars(-lost.commitment_saved)} on commitments it did not use.`}`,
  });
}
