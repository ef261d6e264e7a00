import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';

const kinds = { ri: 'reserved_instance', sp: 'savings_plan' } as const;

/** Returns the services of the active reservations of provider_a in the list. */
function servicesHeld(list: CompleteExchange): Set<string> {
  const held = rowsOf(dataOf(list).items).filter(
    ({ provider, kind, status, service }) =>
      provider === 'provider_a' && kind === 'reserved_instance' && status === 'active' && service,
  );
  return new Set(held.map(({ service }) => service));
}

/** Checks of the grid of commitments by service. */
export const gridChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'coverage.grid-matches-the-utilization',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`utilization_pct` of a service is the same in the grid and in the utilization read.',
    source: 'Commitment reads: by service, utilization',
    operations: ['getCommitmentsByService'],
    requests: 2,
    async run(probe) {
      const { exchange } = await probe.correct();
      const { plan } = await probe.correct('getCommitmentUtilization');
      const cells = rowsOf(exchange.response.json?.data?.services);
      let compared = 0;
      await eachCase(['ri', 'sp'] as const, async (type) => {
        const read = await successOf(probe, withQuery(plan, 'type', type));
        for (const { service, utilization_pct } of rowsOf(read.response.json?.data?.services)) {
          const cell = cells.find((row) => row.service === service)?.[type];
          if (typeof utilization_pct !== 'number' || typeof cell?.utilization_pct !== 'number') continue;
          compared += 1;
          // Only one of the reads may include commitments that have just ended.
          if (Math.abs(cell.utilization_pct - utilization_pct) <= 5) continue;
          fail({
            message: `\`${type}.utilization_pct\` of service ${show(service)} differs from the utilization read.`,
            expected: `about ${utilization_pct}, as in the utilization read`,
            actual: `utilization_pct ${cell.utilization_pct}`,
            exchange,
          });
        }
      });
      if (compared === 0) throw new NotApplicable('no service has a utilization in both reads');
    },
  },
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
  sameFigure('getCommitmentsByService', {
    id: 'coverage.grid-has-the-rates-of-instruments',
    deviation: 'contradiction',
    basis: 'proposed',
    comparesNull: true,
    requirement:
      '`coverage_pct` of an instrument in the grid equals that in `instruments` of the coverage rates.',
    source: 'Commitment reads: by service, coverage rates; Proposed by this contract',
    reference: '`coverage_pct` of the instrument in the coverage rates',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const rates = rowsOf(dataOf((await probe.correct('getCoverageRates')).exchange).services);
      return rowsOf(dataOf(exchange).services).flatMap((row) =>
        (['ri', 'sp'] as const).map((instrument) => ({
          name: `\`${instrument}.coverage_pct\` of service ${show(row.service)}`,
          here: row[instrument]?.coverage_pct,
          there: rowsOf(rates.find(({ service }) => service === row.service)?.instruments).find(
            (one) => one.instrument === instrument,
          )?.coverage_pct,
          exchange,
        })),
      );
    },
  }),
  sameFigure('getCommitmentsByService', {
    id: 'coverage.grid-counts-the-inventory',
    deviation: 'preference',
    basis: 'proposed',
    requirement:
      '`ri.commitment_count` of a service in the grid equals the number of its reservations in the inventory.',
    source: 'Commitment reads: by service, inventory; Proposed by this contract',
    reference: 'the number of reservations in the inventory',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const { plan } = await probe.correct('listCommitmentInventory');
      const inventory = await successOf(probe, withQuery(plan, 'instrument', 'ri'));
      const rows = rowsOf(dataOf(inventory).rows);
      return rowsOf(dataOf(exchange).services).map(({ service, ri }) => ({
        name: `\`ri.commitment_count\` of service ${show(service)}`,
        here: ri?.commitment_count,
        there: rows.filter((row) => row.service === service).length,
        // A difference of one is a violation.
        terms: 0,
        exchange,
      }));
    },
  }),
  sameFigure('getCommitmentsByService', {
    id: 'coverage.grid-has-what-resizing-saves',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`unused_monthly` of an instrument in the grid equals the sum of `rightsizing_monthly` over its rows of the portfolio.',
    source: 'Commitment reads: by service, portfolio; Proposed by this contract',
    reference: 'the sum of `rightsizing_monthly` over the rows of the portfolio',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const portfolio = rowsOf(dataOf((await probe.correct('getCommitmentPortfolio')).exchange).rows);
      return rowsOf(dataOf(exchange).services).flatMap((row) =>
        (['ri', 'sp'] as const).map((instrument) => {
          const parts = portfolio
            .filter(({ service, kind }) => service === row.service && kind === kinds[instrument])
            .map(({ rightsizing_monthly }) => rightsizing_monthly);
          return {
            name: `\`${instrument}.unused_monthly\` of service ${show(row.service)}`,
            here: row[instrument]?.unused_monthly,
            there: sum(parts),
            terms: parts.length,
            exchange,
          };
        }),
      );
    },
  }),
  {
    kind: 'active',
    id: 'coverage.grid-has-every-service-with-a-commitment',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The grid by service has a row for each service with an active reservation in the list.',
    source: 'Commitment reads: by service, one row per service with at least one commitment',
    operations: ['getCommitmentsByService'],
    requests: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const { exchange: list } = await probe.correct('listCommitments');
      const { measured, services } = dataOf(exchange);
      const held = servicesHeld(list);
      const rows = new Set(rowsOf(services).map(({ service }) => service));
      // The service does not state the fields of a row, nor that both reads have the same names.
      if (measured === false || ![...held].some((service) => rows.has(service))) {
        throw new NotApplicable('the grid and the list have no service in common');
      }
      const missing = [...held].find((service) => !rows.has(service));
      if (missing === undefined) return;
      fail({
        message: `The grid has no row for service ${show(missing)}, which has an active reservation in the list.`,
        expected: `a row for each of ${show([...held])}`,
        actual: show([...rows]),
        exchange,
      });
    },
  },
];
