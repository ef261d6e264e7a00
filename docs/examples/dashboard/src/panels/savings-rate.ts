import type { Client } from 'cloud-cost-contract';
import { monthName, percent, roundUsd } from '../figures.js';
import { element } from '../html.js';
import { notMeasured, panel } from '../panel.js';

/** What commitments and negotiated prices saved of what the same usage costs on demand, by account. */
export function savingsRatePanel(client: Client, onFailure: (error: unknown) => void) {
  return panel('savings-rate', onFailure, async () => {
    const { period, totals, accounts } = await client.getEffectiveSavingsRate();
    if (!totals.measured) return [notMeasured(`Nothing was measured in ${monthName(period)}.`)];
    const rates = accounts.map(({ total_rate_pct }) => total_rate_pct ?? 0);
    const [lowest, highest] = [Math.min(0, ...rates), Math.max(0, ...rates)];
    return [
      element('p', { class: 'headline' }, percent(totals.total_rate_pct)),
      element(
        'p',
        {},
        roundUsd(totals.total_saved),
        ' saved of ',
        roundUsd(totals.on_demand_equivalent),
        ` at on-demand prices in ${monthName(period)}`,
      ),
      element(
        'p',
        { class: 'legend' },
        element('span', { class: 'key commitments' }, 'commitments ', percent(totals.commitment_rate_pct)),
        element(
          'span',
          { class: 'key negotiated' },
          'negotiated prices ',
          percent(totals.negotiated_rate_pct),
        ),
        ...(lowest < 0
          ? [element('span', { class: 'key loss' }, 'commitments that cost more than they save')]
          : []),
      ),
      element(
        'table',
        { class: 'bars' },
        element('caption', {}, 'By account'),
        ...accounts.map((account) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, account.account_name),
            element(
              'td',
              { class: 'bar' },
              ...(account.measured ? [ratesBar(account, lowest, highest)] : []),
            ),
            element('td', { class: 'number' }, percent(account.total_rate_pct)),
            element('td', { class: 'number saved' }, account.measured ? roundUsd(account.total_saved) : ''),
          ),
        ),
      ),
    ];
  });
}

interface Rates {
  readonly commitment_rate_pct: number | null;
  readonly negotiated_rate_pct: number | null;
}

/** The two rates beside each other, on a scale that all accounts share; a loss goes left from zero. */
function ratesBar(
  { commitment_rate_pct, negotiated_rate_pct }: Rates,
  lowest: number,
  highest: number,
): HTMLElement {
  const share = (rate: number) => (100 * rate) / (highest - lowest || 1);
  const zero = share(-lowest);
  let right = zero;
  const parts = [
    ['commitments', commitment_rate_pct ?? 0],
    ['negotiated', negotiated_rate_pct ?? 0],
  ] as const;
  const bar = element('div', { class: 'rates', 'aria-hidden': 'true' });
  for (const [name, rate] of parts) {
    const part = element('div', { class: rate < 0 ? 'part loss' : `part ${name}` });
    part.style.left = `${rate < 0 ? zero + share(rate) : right}%`;
    part.style.width = `${Math.abs(share(rate))}%`;
    if (rate > 0) right += share(rate);
    bar.append(part);
  }
  const axis = element('div', { class: 'zero' });
  axis.style.left = `${zero}%`;
  bar.append(axis);
  return bar;
}
