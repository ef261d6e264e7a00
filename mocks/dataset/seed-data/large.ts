import type { Instant } from '../calendar.js';
import { createRandom, type Random } from '../random.js';
import { at, capacityCommitment, cell, spendCommitment } from './build.js';
import { defaultSeedData } from './default.js';
import { payments } from './offerings.js';
import { products, sizes } from './organization.js';
import type { Account, Cell, Commitment, SeedData, StateOverride } from './types.js';

const accountCount = 40;
const regions = ['north-1', 'south-1', 'east-1', 'west-1', 'north-2', 'south-2', 'east-2', 'west-2'];

/** The reserved products of the large dataset. */
const reserved = [
  products['c-large'],
  products.database,
  products.cache,
  products.warehouse,
  products.search,
] as const;

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
    const [id, name] = [`100200301${number}`, `team-${number}`];
    return { id, name, provider: 'provider_a', discountBps: 400, shares: true };
  });
  return {
    ...seedData,
    accounts: [...seedData.accounts, ...accounts],
    cells: [...seedData.cells, ...cellsOf(accounts, commitmentCount)],
    commitments: [...seedData.commitments, ...commitmentsOf(origin, accounts, commitmentCount)],
  };
}

/** Usage of each product in each region, in three accounts. */
function cellsOf(accounts: readonly Account[], commitmentCount: number): readonly Cell[] {
  const pools = reserved.length * regions.length;
  // About one in twenty commitments is active at a time, with 4.5 resources each on average.
  const held = (commitmentCount / pools) * 0.05 * 4.5;
  return reserved.flatMap((product, s) =>
    regions.flatMap((region, r) =>
      (['flat', 'evening', 'office'] as const).map((profile, p) =>
        cell({
          ...product,
          provider: 'provider_a',
          account: (accounts[(s * 7 + r * 3 + p) % accounts.length] as Account).id,
          region,
          usageType: `${product.resource}:${profile}`,
          units: Math.round((held * (sizes[product.service]?.[product.resource as string] as number)) / 2.6),
          profile,
          tags: {},
          environment: 'production',
          growthBps: 0,
          resources: 500,
          creditBps: 0,
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
  const provider = 'provider_a';
  // Single literals: spreading is slow for a hundred thousand commitments.
  if (i % 25 === 0) {
    const [kind, service, region] = ['savings_plan', 'compute', 'global'] as const;
    const planId = `arn:provider_a:savingsplans::${holder}:savingsplan/${id}`;
    const plan = { id: planId, provider, kind, service, region, holder, termMonths, payment, start } as const;
    return spendCommitment(plan, random.between(1, 40) * 10_000);
  }
  const product = random.pick(reserved);
  const region = random.pick(regions);
  const quantity = random.between(1, 8);
  const reservation = {
    id: `ri-${id}`,
    provider,
    kind: 'reserved_instance',
    service: product.service,
    region,
    holder,
    termMonths,
    payment,
    start,
    exchangeable: random.between(0, 1) === 1,
    stateOverride: stateOverrideOf(random.between(1, 100), start >= at(origin, longestPending)),
  } as const;
  return capacityCommitment(reservation, product, quantity);
}

function stateOverrideOf(number: number, mayBePending: boolean): StateOverride {
  const override = stateOverrides[number] ?? null;
  return override === 'payment-pending' && !mayBePending ? null : override;
}
