import { type Instant, msPerDay, msPerHour } from '../calendar.js';
import { afterDiscount, type Micros } from '../money.js';
import { offeringFor, termHours, upfrontOf } from './offerings.js';
import { type Product, sizes } from './organization.js';
import type { Cell, Commitment } from './types.js';

type Terms =
  | 'id'
  | 'provider'
  | 'service'
  | 'holder'
  | 'region'
  | 'kind'
  | 'termMonths'
  | 'payment'
  | 'start';
type CommitmentInput = Pick<Commitment, Terms> & Partial<Pick<Commitment, 'stateOverride' | 'exchangeable'>>;

/** Builds a commitment to a quantity of the resource of a product, priced by its offering. */
export function capacityCommitment(input: CommitmentInput, product: Product, quantity: number): Commitment {
  const { service, platform, listPrice } = product;
  const resource = product.resource as string;
  const unitsPerOne = sizes[service]?.[resource] as number;
  const perUnit = afterDiscount(listPrice, offeringFor(input.kind, input.termMonths, input.payment));
  const units = quantity * unitsPerOne;
  const upfront = upfrontOf(input.kind, input.payment, perUnit);
  const capacity = { resource, platform, quantity, unitsPerOne, listPrice };
  return commitment(input, capacity, perUnit * units, upfront * units, 0);
}

/** Builds a commitment to spend `hourly` in each hour. */
export function spendCommitment(input: CommitmentInput, hourly: Micros): Commitment {
  const { kind, termMonths, payment } = input;
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
    retiredAt: null,
    termMonths: input.termMonths,
    payment: input.payment,
    capacity,
    feePerHour,
    upfrontPerHour,
    coversListPerHour,
    exchangeable: input.provider === 'provider_a' ? (input.exchangeable ?? false) : null,
    tags: noTags,
    name: null,
    lookupError: null,
    renewal: null,
    predecessor: null,
  };
}

const noTags = {};

/** Builds a cell. Its id is unique, because it seeds the random deviation of its usage. */
export function cell(input: Omit<Cell, 'id'>): Cell {
  const { provider, account, service, region, platform, usageType, environment, tags } = input;
  return {
    ...input,
    id: [provider, account, service, region, platform ?? '', usageType, environment ?? ''].join('/'),
    // A bill shows the environment as a tag.
    tags: environment === null ? tags : { ...tags, env: environment },
  };
}

/** The instant `days`, `hour` and `minute` after midnight UTC of the origin's day; `days` can be negative. */
export function at(origin: Instant, days: number, hour = 0, minute = 0): Instant {
  return (Math.floor(origin / msPerDay) + days) * msPerDay + hour * msPerHour + minute * 60_000;
}
