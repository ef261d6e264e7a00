import { groupBy } from '../../../src/group-by.js';
import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf } from '../calendar.js';
import type { SeedData } from '../seed-data/types.js';
import { ServiceCharges } from './service-charges.js';

const monthsOfHistory = 25;

/** An invented organization: its seed data, and the charges of its services by provider. */
export interface ScenarioCharges {
  readonly seedData: SeedData;
  /** The month that the seed data is built around. */
  readonly originMonth: Month;
  /** The first day with costs. */
  readonly firstDay: Day;
  /** By provider. */
  readonly services: ReadonlyMap<string, readonly ServiceCharges[]>;
}

/** The charges of an organization; computed when they are read. */
export function scenarioCharges(seedData: SeedData, seed: number, origin: Instant): ScenarioCharges {
  const accounts = new Map(seedData.accounts.map((account) => [account.id, account]));
  const originMonth = monthOf(dayOf(origin));
  const keyOf = ({ provider, service }: { readonly provider: string; readonly service: string }) =>
    `${provider}|${service}`;
  const cellsOf = groupBy(seedData.cells, keyOf);
  const commitmentsOf = groupBy(seedData.commitments, keyOf);
  const services = seedData.services.map((service) => {
    const { provider } = service;
    const key = keyOf({ provider, service: service.id });
    const [cells, commitments] = [cellsOf.get(key) ?? [], commitmentsOf.get(key) ?? []];
    // A bill shows that commitments can cover a service by a charge of one.
    const commitable = commitments.some(({ stateOverride }) => stateOverride === null);
    const parts = { provider, service: { ...service, commitable }, cells, commitments, accounts };
    return new ServiceCharges(parts, seed, dayOf(origin));
  });
  return {
    seedData,
    originMonth,
    firstDay: firstDayOf(originMonth - monthsOfHistory),
    services: groupBy(services, ({ provider }) => provider),
  };
}
