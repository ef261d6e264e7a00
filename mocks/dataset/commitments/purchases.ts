import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Context, recentWindow } from '../context.js';
import type { AccountRef } from '../ledger/figures.js';
import type { PricedUsage } from '../ledger/price-list.js';
import { afterDiscount, type Micros, sum } from '../money.js';
import type { Account, Service } from '../seed-data/types.js';
import { commitableDomains } from './coverage/get-coverage-rates.js';
import { bestKind, levelOf, steadyShare, suggestedOffering, total } from './coverage/list-uncovered-spend.js';

export type Purchase = NonNullable<ReturnType<typeof purchaseOf>>;

/** Recommended purchases from `provider_a`; no two cover the same usage. */
export function purchasesOf(context: Context): readonly Purchase[] {
  return context.memo('purchases', () => {
    const { ledger } = context;
    if (ledger.providers.get('provider_a')?.measured !== true) return [];
    const scopes = commitableDomains(context, 'provider_a').flatMap(({ service }) =>
      scopesOf(ledger.priceList.pricedUsage(service.provider, service.id), service),
    );
    return scopes.flatMap((scope, i) => purchaseOf(context, scope, `rec-${1101 + i}`) ?? []);
  });
}

/** Cells that one purchase could cover. */
interface Scope {
  readonly usage: PricedUsage;
  readonly service: Service;
  readonly cells: readonly number[];
  readonly region: string;
  readonly resource: string | null;
}

/** A spend commitment covers a whole service, a reservation one resource in one region. */
function scopesOf(usage: PricedUsage, service: Service): readonly Scope[] {
  const shared = usage.cells.flatMap((cell, c) => (cell.holder.shares ? [c] : []));
  if (service.planType !== null) {
    return shared.length === 0 ? [] : [{ usage, service, cells: shared, region: 'global', resource: null }];
  }
  const scopes = new Map<string, Scope & { cells: number[] }>();
  for (const c of shared) {
    const { region, resource } = usage.cells[c]!;
    const empty = () => ({ usage, service, cells: [], region, resource });
    getOrInsert(scopes, `${region} ${resource}`, empty).cells.push(c);
  }
  return [...scopes.values()];
}

/** A recommended purchase, sized on the lowest hour of the usage that it would cover. */
function purchaseOf(context: Context, scope: Scope, id: string) {
  const { usage, service, cells, region, resource } = scope;
  const { first, last } = recentWindow(context);
  const series = context.memo(`on demand ${service.id}`, () => usage.onDemandHours(first, last));
  const own = cells.map((c) => {
    const { contractedPrice, listPrice } = usage.cells[c]!;
    return series[c]!.map((list) => (list * contractedPrice) / listPrice);
  });
  const { average, floor } = levelOf(total(own));
  const spent = cells.map((c, i) => ({
    account: usage.cells[c]?.holder as Account,
    average: levelOf(own[i] as Float64Array).average,
  }));
  const [largest] = [...spent].sort((one, other) => other.average - one.average);
  if (largest === undefined || floor <= 0) return null;
  const offering = suggestedOffering(bestKind(service));
  let onDemandHourly = Math.floor(floor);
  let quantity: number | null = null;
  if (resource !== null) {
    const dearest = Math.max(...cells.map((c) => usage.cells[c]?.contractedPrice ?? 0));
    const price = dearest * (service.sizes[resource] ?? 1);
    // The floor differs from a whole multiple by a rounding error if dollars were converted.
    quantity = Math.floor(floor / price + 1e-6);
    onDemandHourly = quantity * price;
  }
  // Rounded down to the step in which plans are sold, a hundred-thousandth of a dollar.
  const hourly = Math.floor(afterDiscount(onDemandHourly, offering) / 10) * 10;
  if (hourly === 0) return null;
  return {
    id,
    instrument: resource === null ? 'sp' : 'ri',
    service,
    // The account with the most uncovered usage should buy it.
    buyer: largest.account,
    region,
    resource,
    quantity,
    // Its hourly cost, and the current hourly on-demand cost of the usage that it would cover.
    hourly,
    onDemandHourly,
    confidence: floor >= steadyShare * average ? 'high' : floor >= average / 2 ? 'medium' : 'low',
    savingByAccount: divide(onDemandHourly - hourly, spent),
  };
}

/** Divides an amount in proportion to the spend of each account, without remainder: the parts add up to it. */
function divide(amount: Micros, spent: readonly { account: Account; average: Micros }[]) {
  const whole = sum(spent.map(({ average }) => average));
  const parts = new Map<AccountRef, Micros>();
  let cumulative = 0;
  let assigned = 0;
  for (const { account, average } of spent) {
    cumulative += average;
    const next = Math.round(amount * (cumulative / whole));
    parts.set(account, (parts.get(account) ?? 0) + next - assigned);
    assigned = next;
  }
  return parts;
}
