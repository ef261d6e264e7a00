import type { BillLine } from '../../../src/focus/tables/tables.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Cell } from '../seed-data/types.js';
import type { Charge, ChargeType } from './charges.js';

/** The charges of one provider: its lines, joined where costs cannot be filtered or grouped apart by them. */
export class ChargeIndex {
  readonly charges: Charge[] = [];
  private readonly positions = new Map<string, number>();
  private readonly keysOfTags = new Map<BillLine['tags'], ReturnType<typeof keyOf>>();

  constructor(private readonly provider: string) {}

  /**
   * Adds the charge of a line unless it is known.
   *
   * @param cell of the usage in an invented organization
   * @returns the position of the charge
   */
  add(line: BillLine, cell: Cell | null = null): number {
    const { service, account, region, usageType, platform, tags } = line;
    const chargeType = chargeTypeOf(line);
    const { environment, sorted } = getOrInsert(this.keysOfTags, tags, () => keyOf(tags));
    const values = [service, account, region, chargeType, usageType, platform, environment, sorted];
    return getOrInsert(this.positions, JSON.stringify(values), () => {
      const dimensions = { service, account, region, chargeType, usageType, platform, environment, tags };
      return this.charges.push({ provider: this.provider, ...dimensions, cell }) - 1;
    });
  }

  /** The charge of each line; -1 for lines of other providers. */
  positionsOf(lines: readonly BillLine[]): Int32Array {
    return Int32Array.from(lines, (line) => (line.provider === this.provider ? this.add(line) : -1));
  }
}

/** What costs are filtered and grouped by: the tags, and the environment, which depends on their order. */
function keyOf(tags: BillLine['tags']) {
  const entries = Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1));
  return { environment: environmentOf(tags), sorted: JSON.stringify(entries) };
}

function chargeTypeOf({ category, status, commitment }: BillLine): ChargeType {
  switch (category) {
    case 'Usage':
      return status === null ? 'usage' : status === 'Used' ? 'covered_usage' : 'commitment_fee';
    case 'Purchase':
      return commitment === null ? 'purchase' : 'commitment_fee';
    default:
      return ({ Tax: 'tax', Credit: 'credit', Adjustment: 'adjustment' } as const)[category];
  }
}

const environmentKeys: ReadonlySet<string> = new Set(['environment', 'env']);

/** The value of the first tag that names an environment. */
function environmentOf(tags: Readonly<Record<string, string>>): string | null {
  const found = Object.entries(tags).find(([key]) => environmentKeys.has(key.toLowerCase()));
  return found === undefined ? null : found[1];
}
