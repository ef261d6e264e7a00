import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Schemas = components['schemas'];

const { examples } = document.components;
const grid: Schemas['CommitmentsByService'] = examples['getCommitmentsByService.grid'].value.data;
const listed: Schemas['Commitment'][] = examples['listCommitments.everything'].value.data.items;
const running: Schemas['PortfolioRow'][] = examples['getCommitmentPortfolio.what-you-pay'].value.data.rows;
const rates: Schemas['ServiceCoverage'][] = examples['getCoverageRates.measured'].value.data.services;
const kinds = { ri: 'reserved_instance', sp: 'savings_plan' } as const;
const instruments = ['ri', 'sp'] as const;

/** One cell each, with the commitments of the list and of the portfolio that belong to it. */
const cells = grid.services.flatMap((row) =>
  instruments.map((instrument) => {
    const belongs = ({ service, kind }: { service: string; kind: string }) =>
      service === row.service && kind === kinds[instrument];
    return {
      service: row.service,
      instrument,
      ...row[instrument],
      held: listed.filter(belongs),
      runs: running.filter(belongs),
    };
  }),
);

describe('the examples of getCommitmentsByService', () => {
  it('have one row for each service with a commitment', () => {
    const services = listed.filter(({ provider }) => provider === grid.provider).map((row) => row.service);
    expect(grid.services.map(({ service }) => service)).toEqual([...new Set(services)].sort());
  });

  it.each(cells)('count what is held ($service, $instrument)', ({ commitment_count, held }) => {
    expect(commitment_count).toBe(held.length);
  });

  it.each(cells)('measure what runs, and nothing else ($service, $instrument)', (cell) => {
    // No service of the cast has two that run, so that a cell has the figures of its only one.
    const [one] = cell.runs;
    expect(cell.runs.length).toBeLessThanOrEqual(1);
    expect(cell.utilization_pct).toBe(one?.utilization_pct ?? null);
    expect(cell.unused_monthly).toBe(one?.rightsizing_monthly ?? null);
  });

  it.each(cells)('cover what coverage rates cover ($service, $instrument)', (cell) => {
    const service = rates.find((rate) => rate.service === cell.service);
    const part = service?.instruments.find(({ instrument }) => instrument === cell.instrument);
    expect(cell.coverage_pct).toBe(part?.coverage_pct);
    expect(cell.uncovered_monthly).toBe(service?.on_demand_monthly);
  });
});
