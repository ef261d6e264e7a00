import { type Instant, msPerDay, msPerHour } from '../calendar.js';
import type { Micros } from '../money.js';
import { feeOf, offeringFor, termHours, upfrontOf } from './offerings.js';
import type { Capacity, Cell, Commitment } from './types.js';

/** One dollar in micro-dollars. */
export const dollar: Micros = 1_000_000;

type CommitmentInput = Pick<
  Commitment,
  'id' | 'provider' | 'service' | 'holder' | 'region' | 'kind' | 'termMonths' | 'payment' | 'start'
> &
  Partial<
    Pick<Commitment, 'stateOverride' | 'retiredAt' | 'exchangeable' | 'name' | 'tags' | 'lookupError'> &
      Pick<Commitment, 'renewal' | 'predecessor'>
  >;

type CapacityInput = CommitmentInput & Omit<Capacity, 'platform'> & Partial<Pick<Capacity, 'platform'>>;

/** Builds a commitment to a quantity of one resource, priced by its offering. */
export function capacityCommitment(input: CapacityInput): Commitment {
  const { resource, quantity, unitsPerOne, listPrice, platform = null } = input;
  const perUnit = feeOf(offeringFor(input.kind, input.termMonths, input.payment), listPrice);
  const units = quantity * unitsPerOne;
  const upfront = upfrontOf(input.kind, input.payment, perUnit);
  const capacity = { resource, platform, quantity, unitsPerOne, listPrice };
  return commitment(input, capacity, perUnit * units, upfront * units, 0);
}

/** Builds a commitment to spend `hourly` in each hour. */
export function spendCommitment(input: CommitmentInput & { readonly hourly: Micros }): Commitment {
  const { hourly, kind, termMonths, payment } = input;
  const { discountBps } = offeringFor(kind, termMonths, payment);
  const covers = Math.floor((hourly * 10_000) / (10_000 - discountBps));
  return commitment(input, null, hourly, upfrontOf(kind, payment, hourly), covers);
}

// A single literal: spreading is slow for a hundred thousand commitments.
function commitment(
  input: CommitmentInput,
  capacity: Commitment['capacity'],
  feePerHour: Micros,
  upfrontPerHour: Micros,
  coversListPerHour: Micros,
): Commitment {
  return {
    id: input.id,
    provider: input.provider,
    service: input.service,
    holder: input.holder,
    region: input.region,
    kind: input.kind,
    stateOverride: input.stateOverride ?? null,
    start: input.start,
    end: input.start + termHours(input.termMonths) * msPerHour,
    retiredAt: input.retiredAt ?? null,
    termMonths: input.termMonths,
    payment: input.payment,
    capacity,
    feePerHour,
    upfrontPerHour,
    coversListPerHour,
    exchangeable: input.provider === 'provider_a' ? (input.exchangeable ?? false) : null,
    tags: input.tags ?? noTags,
    name: input.name ?? null,
    lookupError: input.lookupError ?? null,
    renewal: input.renewal ?? null,
    predecessor: input.predecessor ?? null,
  };
}

const noTags = {};

type CellInput = Pick<Cell, 'account' | 'service' | 'region' | 'listPrice' | 'units' | 'usageType'> &
  Partial<Omit<Cell, 'id' | 'provider'>>;

/** Builds a cell of a provider. Its id is unique, because it seeds the random deviation of its usage. */
export function cell(provider: string, input: CellInput): Cell {
  const { account, service, region, usageType, environment } = input;
  return {
    id: [provider, account, service, region, input.platform ?? '', usageType, environment ?? ''].join('/'),
    provider,
    account,
    service,
    region,
    usageType,
    listPrice: input.listPrice,
    units: input.units,
    platform: input.platform ?? null,
    resource: input.resource ?? null,
    tags: tagsOf(input),
    environment: environment ?? null,
    profile: input.profile ?? 'flat',
    growthBps: input.growthBps ?? 0,
    resources: input.resources ?? 1,
    creditBps: input.creditBps ?? 0,
  };
}

/** The instant `days` and `hour` after midnight UTC of the origin's day; `days` can be negative. */
export function at(origin: Instant, days: number, hour = 0): Instant {
  return Math.floor(origin / msPerDay) * msPerDay + days * msPerDay + hour * msPerHour;
}

/** A bill shows the environment as a tag. */
function tagsOf({ tags = {}, environment }: CellInput): Cell['tags'] {
  return environment === undefined || environment === null || 'env' in tags
    ? tags
    : { ...tags, env: environment };
}
