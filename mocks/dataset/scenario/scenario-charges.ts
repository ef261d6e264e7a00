import { groupBy } from '../../../src/group-by.js';
import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf, startOfDay } from '../calendar.js';
import { lastInstantOf } from '../seed-data/last-instant.js';
import type { Commitment, SeedData } from '../seed-data/types.js';
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
  const firstDay = firstDayOf(originMonth - monthsOfHistory);
  const keyOf = ({ provider, service }: { readonly provider: string; readonly service: string }) =>
    `${provider}|${service}`;
  const cellsOf = groupBy(seedData.cells, keyOf);
  const commitmentsOf = groupBy(seedData.commitments, keyOf);
  const services = seedData.services.map((service) => {
    const { provider } = service;
    const key = keyOf({ provider, service: service.id });
    const [cells, commitments] = [cellsOf.get(key) ?? [], commitmentsOf.get(key) ?? []];
    const commitable = commitments.some((one) => isCharged(one, firstDay, dayOf(origin)));
    const parts = { provider, service: { ...service, commitable }, cells, commitments, accounts };
    return new ServiceCharges(parts, seed, dayOf(origin));
  });
  return {
    seedData,
    originMonth,
    firstDay,
    services: groupBy(services, ({ provider }) => provider),
  };
}

/** Whether a commitment is charged before a day: by that, a bill shows that commitments can cover a service. */
function isCharged(commitment: Commitment, firstDay: Day, end: Day): boolean {
  const hasRun = commitment.start < startOfDay(end) && lastInstantOf(commitment) > startOfDay(firstDay);
  return commitment.stateOverride === null && hasRun;
}
