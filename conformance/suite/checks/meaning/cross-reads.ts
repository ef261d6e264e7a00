import type { Check } from '../../../engine/check.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { known } from '../../discovery.js';
import { sum } from '../../expect/near.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successesOf } from '../shared/success-of.js';
import { inBothScopes } from './savings-rate.js';

export const crossReadChecks: readonly Check[] = [
  sameFigure('listUncoveredSpend', {
    id: 'coverage.uncovered-parts-make-the-remainder',
    deviation: 'contradiction',
    requirement:
      'The sum of `on_demand_monthly` over the uncovered base of a service equals its `on_demand_monthly` in the coverage rates.',
    source: 'Commitment read semantics, rules 4 and 6',
    reference: '`on_demand_monthly` of the service in the coverage rates',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const rates = dataOf((await probe.correct('getCoverageRates')).exchange);
      return rowsOf(rates.services).map(({ service, on_demand_monthly }) => {
        const parts = rowsOf(exchange.response.json?.data)
          .filter((part) => part.service === service && part.provider === rates.provider)
          .map((part) => part.on_demand_monthly);
        return {
          name: `The sum of \`on_demand_monthly\` over the uncovered base of service ${show(service)}`,
          here: sum(parts),
          there: on_demand_monthly,
          terms: parts.length,
          exchange,
        };
      });
    },
  }),
  sameFigure('getCommitmentsByService', {
    id: 'coverage.grid-has-the-remainder-of-the-rates',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`uncovered_monthly` of a service in the grid equals its `on_demand_monthly` in the coverage rates.',
    source: 'Commitment reads: by service, coverage rates; Proposed by this contract',
    reference: '`on_demand_monthly` of the service in the coverage rates',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const rates = rowsOf(dataOf((await probe.correct('getCoverageRates')).exchange).services);
      return rowsOf(dataOf(exchange).services).flatMap(({ service, ri, sp }) =>
        rowsOf([ri, sp]).map(({ uncovered_monthly }) => ({
          name: `\`uncovered_monthly\` of service ${show(service)}`,
          here: uncovered_monthly,
          there: rates.find((row) => row.service === service)?.on_demand_monthly,
          exchange,
        })),
      );
    },
  }),
  sameFigure('getCommitmentOverview', {
    id: 'commitments.overview-of-all-is-both-types',
    deviation: 'contradiction',
    requirement:
      'Each figure of the overview with `commitment_type=all` equals the sum of those with `commitment_type=ri` and `commitment_type=sp`.',
    source: 'Commitment reads: overview, commitment_type: all, ri, sp',
    reference: 'the sum over `commitment_type=ri` and `commitment_type=sp`',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const [ri, sp] = (await successesOf(probe, 'commitment_type', ['ri', 'sp'])).map(dataOf);
      return ['commitment_count', 'total_committed_monthly', 'estimated_waste_monthly'].map((name) => ({
        name: `\`${name}\``,
        here: dataOf(exchange)[name],
        there: sum([ri[name], sp[name]]),
        exchange,
      }));
    },
  }),
  sameFigure('getCommitmentOverview', {
    id: 'commitments.overview-counts-what-is-active',
    deviation: 'preference',
    requirement:
      '`commitment_count` of the overview equals the number of active commitments in the inventory.',
    source: 'Commitment reads: overview, inventory; Inventory state',
    reference: 'the number of active commitments in the inventory',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const inventory = await successesOf(probe, 'instrument', ['ri', 'sp'], 'listCommitmentInventory');
      const rows = inventory.flatMap((one) => rowsOf(dataOf(one).rows));
      return [
        {
          name: '`commitment_count`',
          here: dataOf(exchange).commitment_count,
          // A state that is not known can be any.
          there: rows.some(({ state }) => state === null)
            ? undefined
            : rows.filter(({ state }) => state === 'active').length,
          exchange,
        },
      ];
    },
  }),
  sameFigure('getEffectiveSavingsRate', {
    id: 'savings-rate.savings-match-in-both-scopes',
    deviation: 'contradiction',
    requirement:
      '`totals.commitment_saved` is the same with `scope=all` and `scope=eligible`, because commitments cover only eligible spend.',
    source: 'Effective savings rate: commitment_saved; Commitment reads: scope',
    reference: 'that with `scope=eligible`',
    pairs: async (probe) => {
      const [eligible, all] = await inBothScopes(probe);
      return eligible && all
        ? [
            {
              name: '`totals.commitment_saved` with `scope=all`',
              here: dataOf(all).totals?.commitment_saved,
              there: dataOf(eligible).totals?.commitment_saved,
              exchange: all,
            },
          ]
        : [];
    },
  }),
  sameFigure('getCostTimeline', {
    id: 'costs.timeline-and-breakdown-agree',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement: '`total` of a timeline equals `total_period_cost` of a breakdown of the same days.',
    source: 'Other reads: breakdown, timeline; Proposed by this contract',
    reference: '`total_period_cost` of the breakdown',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const timeline = dataOf(exchange);
      const table = dataOf((await probe.correct('getCostBreakdown')).exchange);
      return ['provider_id', 'start_date', 'end_date', 'credits'].every(
        (name) => timeline[name] === table[name],
      )
        ? [
            {
              name: '`total`',
              here: timeline.total,
              there: table.total_period_cost,
              terms: rowsOf(timeline.data_points).length,
              exchange,
            },
          ]
        : [];
    },
  }),
  sameFigure('getRenewalQuote', {
    id: 'renewals.quote-is-the-price-of-the-options',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`term.term_total` of a renewal quote equals `contract.term_total` of the renewal options for the same offering.',
    source: 'Renewal pricing: renewal-quote, renewal-options; Proposed by this contract',
    reference: '`contract.term_total` of the renewal options',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const quote = dataOf(exchange);
      const { commitment_id, contract } = dataOf((await probe.correct('getRenewalOptions')).exchange);
      return quote.commitment_id === commitment_id && quote.offering_id === contract?.offering_id
        ? [{ name: '`term.term_total`', here: quote.term?.term_total, there: contract?.term_total, exchange }]
        : [];
    },
  }),
  {
    kind: 'active',
    id: 'portfolio.holds-what-is-active',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The portfolio has a row for each commitment whose `status` in the list is `active`.',
    source: 'Commitment reads: portfolio, one row per commitment across every connected account',
    operations: ['getCommitmentPortfolio'],
    requests: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const rows = rowsOf(dataOf(exchange).rows);
      if (rows.length === 0) throw new NotApplicable('the portfolio contains no commitment');
      const ids = new Set(rows.map(({ id }) => id));
      // The service does not state the fields of a row.
      if (!known(probe.found.commitments).some(({ id }) => ids.has(id))) {
        throw new NotApplicable('no `id` in the portfolio is the `id` of a commitment in the list');
      }
      const missing = known(probe.found.commitments).find(
        ({ id, status }) => status === 'active' && !ids.has(id),
      );
      if (missing === undefined) return;
      fail({
        message: 'An active commitment of the list is missing from the portfolio.',
        expected: `a row with id ${show(missing.id)}`,
        actual: `${rows.length} other rows`,
        exchange,
      });
    },
  },
];
