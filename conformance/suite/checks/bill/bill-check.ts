import { listed } from '../../../../src/focus/focus-error.js';
import type { OperationId } from '../../../../src/generated/operations.js';
import type { ActiveCheck } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { requestTo } from '../../contract.js';
import { type Found, known } from '../../discovery.js';
import { Comparison, type ComparisonLog } from '../../figures/comparison.js';
import { type Days, isDay, isoDay, plusDays } from '../../figures/days.js';
import type { KnownBill } from '../../figures/known-bill.js';
import { lastCompleteDay, type ProviderBill, providersOf, sellerId } from '../../figures/provider-bills.js';
import type { Read } from '../../figures/table.js';
import { dataOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import { nowOf, todaysOf } from '../shared/timestamps.js';

/** Most providers that are compared in many ways. */
export const mostClosely = 2;

/** Most providers that are compared at all, so that the number of requests has a bound. */
export const mostProviders = 10;

/** What a check of a bill compares. */
export class BillCase {
  /**
   * Commitments that the server lists as ended or not yet begun. It need not measure them, although they have rows: a
   * provider can report that a commitment is retired.
   */
  readonly inactive: ReadonlySet<unknown>;

  constructor(
    readonly probe: Probe,
    readonly bill: KnownBill,
    readonly comparison: Comparison,
    /** The providers that the bill and the server have, the one with the most cost first. */
    readonly providers: readonly [ProviderBill, ...ProviderBill[]],
    /** The providers that only the bill has. */
    readonly unlisted: readonly ProviderBill[],
  ) {
    this.inactive = inactiveOf(probe.found);
  }

  /** The provider with the most cost. */
  get mainProvider(): ProviderBill {
    return this.providers[0];
  }

  /** The providers that are compared in many ways. */
  get mainProviders(): readonly ProviderBill[] {
    return this.providers.slice(0, mostClosely);
  }

  /** The providers that are compared in one way. */
  get otherProviders(): readonly ProviderBill[] {
    return this.providers.slice(mostClosely, mostProviders);
  }

  /** The providers whose commitments are compared: the one that sells them, and those with the most cost. */
  get committedProviders(): readonly ProviderBill[] {
    const others = this.providers.filter((one) => !isSeller(one));
    return [...this.providers.filter(isSeller), ...others].slice(0, mostProviders);
  }

  /** @throws {NotApplicable} if the server or the bill lacks it */
  get seller(): ProviderBill {
    const provider = this.providers.find(isSeller);
    if (!provider) throw new NotApplicable(`only ${sellerId} sells reservations and savings plans`);
    return provider;
  }

  /** Returns parts of each of the main providers. */
  async ofMain<Part>(
    partsOf: (provider: ProviderBill, index: number) => readonly Part[] | Promise<readonly Part[]>,
  ): Promise<Part[]> {
    return (await Promise.all(this.mainProviders.map(partsOf))).flat();
  }

  /** Sends a request for figures of a provider, or of all if it is null. */
  async read<Provider extends ProviderBill | null>(
    operation: OperationId,
    provider: Provider,
    { path, query = [], days = (provider ?? this.mainProvider).days }: Request = {},
  ): Promise<BillRead & { readonly provider: Provider }> {
    const plan = requestTo(operation, { path: { ...(provider && { provider_id: provider.id }), ...path } });
    const parameters: readonly Parameter[] = Array.isArray(query) ? query : Object.entries(query);
    const sent = parameters.filter((one): one is [string, string] => one[1] !== undefined);
    const exchange = await successOf(this.probe, { ...plan, query: sent });
    const { bill, comparison, inactive } = this;
    return { billCase: this, bill, comparison, inactive, provider, days, exchange, data: dataOf(exchange) };
  }

  /** Sends a request for figures of the days on which the commitments of a provider were measured. */
  async readMeasured(
    operation: OperationId,
    provider: ProviderBill,
    query: Request['query'] = { provider: provider.id },
  ): Promise<ProviderRead> {
    const { days } = await this.measured(provider);
    return this.read(operation, provider, { query, days });
  }

  /**
   * Returns the coverage rates of a provider with the days that they are measured on.
   *
   * @throws {NotApplicable} if it has not been measured
   */
  async measured(provider: ProviderBill): Promise<ProviderRead> {
    await this.probe.correct('getCoverageRates');
    const read = await this.read('getCoverageRates', provider, { query: { provider: provider.id } });
    const { measured_from: first, measured_to: last } = read.data;
    if (!isDay(first) || !isDay(last)) throw new NotApplicable(`${provider.id} has not been measured`);
    return { ...read, days: { first, last } };
  }
}

const isSeller = ({ id }: ProviderBill) => id === sellerId;

function inactiveOf({ commitments }: Found): ReadonlySet<unknown> {
  const found = commitments instanceof Error ? [] : commitments;
  return new Set(found.flatMap(({ id, status }) => (['active', 'expiring'].includes(status) ? [] : [id])));
}

/** A response with figures, and the case that further requests are sent for. */
export interface BillRead extends Read {
  readonly billCase: BillCase;
}

/** A response with figures of a provider. */
export type ProviderRead = BillRead & { readonly provider: ProviderBill };

/** What is requested of a provider, whose id is sent as `provider_id` of the path. */
interface Request {
  readonly path?: Readonly<Record<string, string>>;
  /** Without values that are undefined. */
  readonly query?: Readonly<Record<string, string | undefined>> | readonly Parameter[];
  /** The days that the figures are of; default: those of the bill. */
  readonly days?: Days;
}

/** A query parameter; it is not sent if it is undefined. */
export type Parameter = readonly [name: string, value: string | undefined];

/**
 * Returns the day of a response, in UTC.
 *
 * @throws {NotApplicable} if its `timestamp` has no time zone
 */
export function todayOf({ exchange }: Pick<Read, 'exchange'>): string {
  const now = nowOf(exchange);
  if (Number.isNaN(now)) throw new NotApplicable('the response has no timestamp with a time zone');
  return isoDay(now);
}

/**
 * Returns the day of the server's clock, the earliest possible one if its zone is unknown; a server may not show costs of
 * later days.
 */
export function dayOf(exchange: CompleteExchange): string {
  return todaysOf(exchange)[0] ?? isoDay(Date.now());
}

/** Returns the first day whose costs the server need not show: that of its clock, or the next one if it shows those of today. */
async function firstOpenDay(probe: Probe, bill: KnownBill): Promise<string> {
  // With `--operation`, only the checked operation may be in scope.
  const { exchange } = await probe.correct('listProviders').catch(() => probe.correct());
  const today = dayOf(exchange);
  if (today !== (await lastCompleteDay(bill))) return today;
  const forecast = await probe.correct('getCostForecast').catch(() => null);
  return forecast && dataOf(forecast.exchange).actuals_through === today ? plusDays(today, 1) : today;
}

/** Figures of one operation that are compared with the bill. */
interface BillFigures<Part> extends Claim {
  readonly requests: number;
  /** What is compared one after the other; if one part cannot be compared, the others still are. */
  readonly of: (billCase: BillCase) => readonly Part[] | Promise<readonly Part[]>;
  readonly compare: (billCase: BillCase, part: Part) => Promise<void>;
}

/** Returns a check of figures of one operation against the bill that the server was loaded with. */
export function ofBill<Part>(
  operation: OperationId,
  { of, compare, ...claim }: BillFigures<Part>,
): ActiveCheck {
  return {
    ...claim,
    operations: [operation],
    needsBill: true,
    async run(probe) {
      const { bill } = probe;
      if (bill === null) throw new NotApplicable('no bill was given with --data');
      const about = { check: claim.id, operation };
      const log: ComparisonLog = {
        add: (figure) => bill.figures.add({ ...about, ...figure }),
        skip: (part) => bill.figures.skip({ ...about, ...part }),
      };
      const comparison = new Comparison(log, claim.deviation);
      const billCase = new BillCase(probe, bill, comparison, ...(await providersIn(probe, bill)));
      for (const part of await of(billCase)) await comparison.part(() => compare(billCase, part));
      await comparison.explain();
      comparison.conclude();
    },
  };
}

/** @throws {NotApplicable} if the server and the bill have no provider in common */
async function providersIn(
  probe: Probe,
  bill: KnownBill,
): Promise<[providers: [ProviderBill, ...ProviderBill[]], unlisted: readonly ProviderBill[]]> {
  const billed = await providersOf(bill, await firstOpenDay(probe, bill));
  if (billed.length === 0) throw new NotApplicable('the clock of the server is before the bill');
  const { providers: list } = probe.found;
  // A server need not implement the list.
  const shown = list instanceof NotApplicable ? null : known(list);
  const isListed = ({ id }: ProviderBill) => shown?.includes(id) ?? true;
  const [first, ...others] = billed.filter(isListed);
  if (first) return [[first, ...others], billed.filter((provider) => !isListed(provider))];
  const ids = billed.map(({ id }) => id);
  throw new NotApplicable(
    `the server does not list ${listed(ids, 3)} of the bill (--provider-id sets other ids)`,
  );
}
