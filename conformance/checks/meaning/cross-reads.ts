import type { OperationId } from '../../../src/generated/operations.js';
import type { Check, ProbeCheck } from '../../check.js';
import type { Basis, Claim } from '../../claim.js';
import { known } from '../../discovery.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import type { Probe } from '../../probe.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successesOf } from './success-of.js';

/** A figure of one response beside what another comes to. */
interface Pair {
  readonly name: string;
  readonly here: unknown;
  readonly there: unknown;
  /** Figures that were added up, each of which may have been rounded. */
  readonly terms?: number;
  readonly exchange: CompleteExchange;
}

/** A claim that reads report the same. Its requests are those of other checks too, so it costs none. */
function agree(
  operation: OperationId,
  {
    pairs,
    ...claim
  }: Omit<Claim, 'level' | 'basis'> & {
    readonly basis?: Basis;
    readonly pairs: (probe: Probe) => Promise<readonly Pair[]>;
  },
): ProbeCheck {
  return {
    kind: 'probe',
    level: 'SHOULD',
    basis: 'derived',
    ...claim,
    operations: [operation],
    cost: 0,
    async run(probe) {
      const comparable = (await pairs(probe)).filter(
        ({ here, there }) => Number.isFinite(here) && Number.isFinite(there),
      );
      if (comparable.length === 0) throw new NotApplicable('the reads have no figure in common');
      await eachCase(comparable, ({ name, here, there, terms = 1, exchange }) => {
        if (nearMoney(here as number, there as number, terms + 1)) return;
        fail({
          message: `${name} differs from another read.`,
          expected: `${round(there as number)}, as there`,
          actual: round(here as number),
          exchange,
        });
      });
    },
  };
}

export const crossReadChecks: readonly Check[] = [
  agree('listUncoveredSpend', {
    id: 'coverage.uncovered-parts-make-the-remainder',
    requirement: 'The parts of the uncovered base of a service add up to its on-demand remainder.',
    source: 'Commitment read semantics, rules 4 and 6',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const rates = dataOf((await probe.correct('getCoverageRates')).exchange);
      return rowsOf(rates.services).map(({ service, on_demand_monthly }) => {
        const parts = rowsOf(exchange.response.json?.data)
          .filter((part) => part.service === service && part.provider === rates.provider)
          .map((part) => part.on_demand_monthly);
        return {
          name: `The uncovered base of ${show(service)}`,
          here: sum(parts),
          there: on_demand_monthly,
          terms: parts.length,
          exchange,
        };
      });
    },
  }),
  agree('getCommitmentsByService', {
    id: 'coverage.grid-has-the-remainder-of-the-rates',
    basis: 'proposed',
    requirement: 'What the grid leaves uncovered of a service is the on-demand remainder of its rates.',
    source: 'Commitment reads: by service, coverage rates; Proposed by this contract',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const rates = rowsOf(dataOf((await probe.correct('getCoverageRates')).exchange).services);
      return rowsOf(dataOf(exchange).services).flatMap(({ service, ri, sp }) =>
        rowsOf([ri, sp]).map(({ uncovered_monthly }) => ({
          name: `uncovered_monthly of ${show(service)}`,
          here: uncovered_monthly,
          there: rates.find((row) => row.service === service)?.on_demand_monthly,
          exchange,
        })),
      );
    },
  }),
  agree('getCommitmentOverview', {
    id: 'commitments.overview-of-all-is-both-types',
    requirement: 'The overview of all is that of reservations and that of savings plans together.',
    source: 'Commitment reads: overview, commitment_type: all, ri, sp',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const [ri, sp] = (await successesOf(probe, 'commitment_type', ['ri', 'sp'])).map(dataOf);
      return ['commitment_count', 'total_committed_monthly', 'estimated_waste_monthly'].map((name) => ({
        name,
        here: dataOf(exchange)[name],
        there: ri[name] + sp[name],
        exchange,
      }));
    },
  }),
  agree('getCommitmentOverview', {
    id: 'commitments.overview-counts-what-is-active',
    requirement: 'The overview counts the active commitments of the inventory.',
    source: 'Commitment reads: overview, inventory; Inventory state',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const inventory = await successesOf(probe, 'instrument', ['ri', 'sp'], 'listCommitmentInventory');
      const rows = inventory.flatMap((one) => rowsOf(dataOf(one).rows));
      return [
        {
          name: 'commitment_count',
          here: dataOf(exchange).commitment_count,
          there: rows.filter(({ state }) => state === 'active').length,
          exchange,
        },
      ];
    },
  }),
  agree('getEffectiveSavingsRate', {
    id: 'savings-rate.savings-match-in-both-scopes',
    requirement: 'Commitments cover eligible spend alone, so they save the same in either scope.',
    source: 'Effective savings rate: commitment_saved; Commitment reads: scope',
    pairs: async (probe) => {
      const [eligible, all] = await successesOf(probe, 'scope', ['eligible', 'all']);
      return eligible && all
        ? [
            {
              name: 'commitment_saved of all',
              here: dataOf(all).totals?.commitment_saved,
              there: dataOf(eligible).totals?.commitment_saved,
              exchange: all,
            },
          ]
        : [];
    },
  }),
  agree('getCostTimeline', {
    id: 'costs.timeline-and-breakdown-agree',
    basis: 'proposed',
    requirement: 'A timeline and a breakdown of the same days have the same total.',
    source: 'Other reads: breakdown, timeline; Proposed by this contract',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const timeline = dataOf(exchange);
      const table = dataOf((await probe.correct('getCostBreakdown')).exchange);
      return ['provider_id', 'start_date', 'end_date', 'credits'].every(
        (name) => timeline[name] === table[name],
      )
        ? [
            {
              name: 'total',
              here: timeline.total,
              there: table.total_period_cost,
              terms: rowsOf(timeline.data_points).length,
              exchange,
            },
          ]
        : [];
    },
  }),
  agree('getRenewalQuote', {
    id: 'renewals.quote-is-the-price-of-the-options',
    basis: 'proposed',
    requirement: 'A quote and the options price the same offering of a commitment alike.',
    source: 'Renewal pricing: renewal-quote, renewal-options; Proposed by this contract',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const quote = dataOf(exchange);
      const { commitment_id, contract } = dataOf((await probe.correct('getRenewalOptions')).exchange);
      return quote.commitment_id === commitment_id && quote.offering_id === contract?.offering_id
        ? [{ name: 'term_total', here: quote.term?.term_total, there: contract?.term_total, exchange }]
        : [];
    },
  }),
  {
    kind: 'probe',
    id: 'portfolio.holds-what-is-active',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each commitment that the list says is active has its row in the portfolio.',
    source: 'Commitment reads: portfolio, one row per commitment across every connected account',
    operations: ['getCommitmentPortfolio'],
    cost: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const rows = rowsOf(dataOf(exchange).rows);
      if (rows.length === 0) throw new NotApplicable('the portfolio reports no commitment');
      const held = new Set(rows.map(({ id }) => id));
      const missing = known(probe.found.commitments).find(
        ({ id, status }) => status === 'active' && !held.has(id),
      );
      if (missing === undefined) return;
      fail({
        message: 'The portfolio lacks an active commitment of the list.',
        expected: `a row ${show(missing.id)}`,
        actual: `${rows.length} other rows`,
        exchange,
      });
    },
  },
];
