// @ts-check
import { html } from '../html.mjs';
import { bars, dollars } from './bars.mjs';

/** From public prices to what was paid, step by step. @param {any} data answer of getEffectiveSavingsRate */
export function savingsStepsFigure({ period, totals }) {
  const { on_demand_equivalent: list, negotiated_saved, commitment_saved, effective_cost } = totals;
  return bars({
    title: `${dollars(list)} at public prices, less ${dollars(negotiated_saved)} by negotiation, less ${dollars(commitment_saved)} by commitments, is ${dollars(effective_cost)} paid`,
    rows: [
      { label: 'at public prices', value: dollars(list), parts: [{ kind: 'paid', amount: list }] },
      {
        label: 'negotiation',
        value: `−${dollars(negotiated_saved)}`,
        parts: [
          { kind: 'blank', amount: list - negotiated_saved },
          { kind: 'negotiated', amount: negotiated_saved },
        ],
      },
      {
        label: 'commitments',
        value: `−${dollars(commitment_saved)}`,
        parts: [
          { kind: 'blank', amount: effective_cost },
          { kind: 'used', amount: commitment_saved },
        ],
      },
      { label: 'paid', value: dollars(effective_cost), parts: [{ kind: 'paid', amount: effective_cost }] },
    ],
    legend: [],
    most: list,
    caption: html`The organization in ${period}: (${dollars(negotiated_saved)} + ${dollars(commitment_saved)}) ÷ ${dollars(list)} = ${totals.total_rate_pct} %, of which negotiation earned ${totals.negotiated_rate_pct} and commitments ${totals.commitment_rate_pct}.`,
  });
}
