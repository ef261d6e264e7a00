import type { Instant } from '../calendar.js';
import type { Micros } from '../money.js';
import { createRandom, type Random } from '../random.js';
import { at, capacityCommitment, cell, spendCommitment } from './build.js';
import { defaultSeedData } from './default.js';
import { prices } from './default-cells.js';
import type { Account, Cell, Commitment, PaymentOption, SeedData, StateOverride } from './types.js';

const accountCount = 40;
const regions = ['north-1', 'south-1', 'east-1', 'west-1', 'north-2', 'south-2', 'east-2', 'west-2'];

/** The reserved resources of the large dataset. */
const shapes: readonly Shape[] = [
  shape('compute', 'c-large', 'linux', 2, prices.linux),
  shape('relational-database', 'db-large', 'open-source engine', 4, prices.database),
  shape('cache', 'cache-small', null, 1, prices.cache),
  shape('warehouse', 'node-large', null, 1, prices.warehouse),
  shape('search', 'node-large', null, 1, prices.search),
];

interface Shape {
  readonly service: string;
  readonly resource: string;
  readonly platform: string | null;
  readonly unitsPerOne: number;
  readonly listPrice: Micros;
}

function shape(
  service: string,
  resource: string,
  platform: string | null,
  unitsPerOne: number,
  listPrice: Micros,
): Shape {
  return { service, resource, platform, unitsPerOne, listPrice };
}

const payments: readonly PaymentOption[] = ['no_upfront', 'partial_upfront', 'all_upfront'];

/** States that override the dates, by number from 1 to 100: each for one commitment in a hundred. */
const stateOverrides: Readonly<Record<number, StateOverride>> = {
  1: 'payment-failed',
  2: 'payment-pending',
  3: 'queued-deleted',
};

/** The earliest start of a commitment whose payment is pending, in days: its term is not over. */
const longestPending = -300;

/** The days in which the commitments started. */
const daysOfHistory = 10_950;

/** The default dataset and a hundred thousand more commitments, to test performance. */
export function largeSeedData(origin: Instant, commitmentCount = 100_000): SeedData {
  const seedData = defaultSeedData(origin);
  const accounts = Array.from({ length: accountCount }, (_, i): Account => {
    const number = String(i + 1).padStart(3, '0');
    return {
      id: `100200301${number}`,
      name: `team-${number}`,
      provider: 'provider_a',
      discountBps: 400,
      shares: true,
    };
  });
  return {
    ...seedData,
    accounts: [...seedData.accounts, ...accounts],
    cells: [...seedData.cells, ...cellsOf(accounts, commitmentCount)],
    commitments: [...seedData.commitments, ...commitmentsOf(origin, accounts, commitmentCount)],
  };
}

/** Usage of each shape in each region, in three accounts. */
function cellsOf(accounts: readonly Account[], commitmentCount: number): readonly Cell[] {
  const pools = shapes.length * regions.length;
  // About one in twenty commitments is active at a time, with 4.5 resources each on average.
  const held = (commitmentCount / pools) * 0.05 * 4.5;
  return shapes.flatMap((shape, s) =>
    regions.flatMap((region, r) =>
      (['flat', 'evening', 'office'] as const).map((profile, p) =>
        cell('provider_a', {
          account: (accounts[(s * 7 + r * 3 + p) % accounts.length] as Account).id,
          service: shape.service,
          region,
          ...(shape.platform === null ? {} : { platform: shape.platform }),
          resource: shape.resource,
          usageType: `${shape.resource}:${profile}`,
          listPrice: shape.listPrice,
          units: Math.round((held * shape.unitsPerOne) / 2.6),
          profile,
          environment: 'production',
          resources: 500,
        }),
      ),
    ),
  );
}

function commitmentsOf(
  origin: Instant,
  accounts: readonly Account[],
  commitmentCount: number,
): readonly Commitment[] {
  const random = createRandom(1, 'large');
  return Array.from({ length: commitmentCount }, (_, i) => commitmentOf(origin, accounts, random, i));
}

function commitmentOf(origin: Instant, accounts: readonly Account[], random: Random, i: number): Commitment {
  const termMonths = random.between(0, 3) === 0 ? 36 : 12;
  // Most ended long ago, so that a laptop can export the charges of the others.
  const start = at(origin, random.between(-daysOfHistory, 20));
  const holder = random.pick(accounts).id;
  const payment = random.pick(payments);
  // Multiplication by an odd number is a bijection on 32 bits, so ids are unique.
  const id = (Math.imul(i + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  if (i % 25 === 0) {
    return spendCommitment({
      id: `arn:provider_a:savingsplans::${holder}:savingsplan/${id}`,
      provider: 'provider_a',
      kind: 'savings_plan',
      service: 'compute',
      holder,
      region: 'global',
      termMonths,
      payment,
      start,
      hourly: random.between(1, 40) * 10_000,
    });
  }
  const shape = random.pick(shapes);
  return capacityCommitment({
    id: `ri-${id}`,
    provider: 'provider_a',
    kind: 'reserved_instance',
    service: shape.service,
    holder,
    region: random.pick(regions),
    termMonths,
    payment,
    start,
    resource: shape.resource,
    platform: shape.platform,
    unitsPerOne: shape.unitsPerOne,
    listPrice: shape.listPrice,
    quantity: random.between(1, 8),
    exchangeable: random.between(0, 1) === 1,
    stateOverride: stateOverrideOf(random.between(1, 100), start >= at(origin, longestPending)),
  });
}

function stateOverrideOf(number: number, mayBePending: boolean): StateOverride {
  const override = stateOverrides[number] ?? null;
  return override === 'payment-pending' && !mayBePending ? null : override;
}
