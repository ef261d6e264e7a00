import { groupBy } from '../../../src/group-by.js';
import type { Day } from '../calendar.js';
import type { Micros } from '../money.js';
import type { Cell } from '../seed-data/types.js';
import type { FeeLine } from './pools.js';
import type { ScenarioDomain } from './scenario/domain.js';
import { costViews } from './spans.js';
import type { Sums } from './sums.js';

/** On-demand usage, usage that a commitment covered, the fee of a commitment, or what only real bills have. */
export type ChargeType =
  | 'usage'
  | 'covered_usage'
  | 'commitment_fee'
  | 'purchase'
  | 'tax'
  | 'credit'
  | 'adjustment';

/** The source of a cost, with the dimensions that costs are filtered and grouped by; null where it has no value. */
export interface Charge {
  readonly provider: string;
  readonly service: string | null;
  readonly account: string | null;
  readonly region: string | null;
  readonly chargeType: ChargeType;
  readonly usageType: string | null;
  readonly platform: string | null;
  readonly environment: string | null;
  readonly tags: Readonly<Record<string, string>>;
  /** The cell of the usage; null for a fee, and in a real bill. */
  readonly cell: Cell | null;
}

/** Number of figures of each charge on a day: its amount in each view, in the order of `costViews`, and its credits. */
export const figures = costViews.length + 1;
export const creditAt = costViews.length;
const [unblended, blended, amortized, netUnblended, netAmortized] = [0, 1, 2, 3, 4] as const;

/** Writes a day's amounts to an array of `figures` numbers for each charge. */
export type DayReader = (day: Day, amounts: Float64Array) => void;

/** Appends a domain's charges to `charges`. @returns the reader of their days */
export function readerOf(domain: ScenarioDomain, charges: Charge[]): DayReader {
  const usageAt = charges.length;
  for (const cell of domain.cells) charges.push(chargeOfCell(cell, 'usage'));
  // Only a cell of a pool can be covered.
  const coverable = [...new Set(domain.pools.flatMap((pool) => pool.cells))];
  const coveredAt = charges.length;
  for (const c of coverable) charges.push(chargeOfCell(domain.cells[c]!, 'covered_usage'));
  const feesAt = charges.length;
  for (const line of domain.lines) charges.push(chargeOfLine(line, domain.provider));
  const blendedGroups = sharedPrices(domain);

  return (day, amounts) => {
    const sums = domain.day(day);
    sums.cells.forEach((sum, c) => {
      const usage = (usageAt + c) * figures;
      const list = sum.list - sum.capacityList - sum.spendList;
      const net = sum.contracted - sum.capacityContracted - sum.spendContracted;
      amounts[usage + unblended] = list;
      amounts[usage + amortized] = list;
      amounts[usage + netUnblended] = net;
      amounts[usage + netAmortized] = net;
      amounts[usage + creditAt] = creditOf(net, domain.cells[c]!);
    });
    coverable.forEach((c, i) => {
      const sum = sums.cells[c]!;
      const covered = (coveredAt + i) * figures;
      amounts[covered + amortized] = sum.capacityFee + sum.spendFee;
      amounts[covered + netAmortized] = sum.capacityNet + sum.spendNet;
    });
    for (const cells of blendedGroups) {
      blend(sums, cells, (c, cost) => {
        amounts[(usageAt + c) * figures + blended] = cost;
      });
    }
    sums.lines.forEach((sum, l) => {
      const fee = (feesAt + l) * figures;
      amounts[fee + unblended] = sum.cash;
      amounts[fee + blended] = sum.cash;
      amounts[fee + netUnblended] = sum.cashNet;
      amounts[fee + amortized] = sum.fee - sum.usedFee;
      amounts[fee + netAmortized] = sum.net - sum.usedNet;
    });
  };
}

/** The promotional credit on a day's on-demand cost of a cell. */
export function creditOf(net: Micros, { creditBps }: Cell): Micros {
  return Math.round((net * creditBps) / 10_000);
}

/** Distributes the on-demand cost of some cells over all their usage, covered or not. */
function blend(sums: Sums, cells: readonly number[], assign: (cell: number, cost: Micros) => void): void {
  let units = 0;
  let list = 0;
  for (const c of cells) {
    const sum = sums.cells[c]!;
    units += sum.units;
    list += sum.list - sum.capacityList - sum.spendList;
  }
  let unitsSoFar = 0;
  let assigned = 0;
  for (const c of cells) {
    unitsSoFar += sums.cells[c]!.units;
    // Rounding the running total instead of each part makes the sum of the parts exact.
    const upTo = units === 0 ? 0 : Math.round(list * (unitsSoFar / units));
    assign(c, upTo - assigned);
    assigned = upTo;
  }
}

/** Groups the positions of cells with the same usage type, region and platform, and so the same price. */
function sharedPrices({ cells }: ScenarioDomain): readonly (readonly number[])[] {
  const keyOf = (c: number) => {
    const { usageType, region, platform } = cells[c]!;
    return [usageType, region, platform].join('|');
  };
  return [...groupBy(cells.keys(), keyOf).values()];
}

function chargeOfCell(cell: Cell, chargeType: ChargeType): Charge {
  const { provider, service, account, region, usageType, platform, environment, tags } = cell;
  return { provider, service, account, region, chargeType, usageType, platform, environment, tags, cell };
}

function chargeOfLine({ account, service, region, kind }: FeeLine, provider: string): Charge {
  return {
    provider,
    service,
    account: account.id,
    region,
    chargeType: 'commitment_fee',
    usageType: `commitment:${kind}`,
    platform: null,
    environment: null,
    tags: {},
    cell: null,
  };
}
