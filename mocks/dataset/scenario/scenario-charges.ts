import { groupBy } from '../../../src/group-by.js';
import { type Day, dayOf, firstDayOf, type Instant, type Month, monthOf, startOfDay } from '../calendar.js';
import { lastInstantOf } from '../seed-data/last-instant.js';
import type { Commitment, SeedData } from '../seed-data/types.js';
import { isCharged } from './pools.js';
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
  const end = dayOf(origin);
  const services = seedData.services.map((service) => {
    const key = keyOf({ provider: service.provider, service: service.id });
    const [cells, commitments] = [cellsOf.get(key) ?? [], commitmentsOf.get(key) ?? []];
    const commitable = commitments.some((one) => isCharged(one) && hasRun(one, firstDay, end));
    return new ServiceCharges({ ...service, commitable }, commitments, cells, accounts, seed, end);
  });
  const byProvider = groupBy(services, ({ service }) => service.provider);
  return { seedData, originMonth, firstDay, services: byProvider };
}

/** Whether a commitment ran before a day: by its charges, a bill shows that commitments can cover a service. */
function hasRun(commitment: Commitment, firstDay: Day, end: Day): boolean {
  return commitment.start < startOfDay(end) && lastInstantOf(commitment) > startOfDay(firstDay);
}
