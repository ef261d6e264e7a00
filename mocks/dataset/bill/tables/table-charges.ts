import { getOrInsert } from '../../../../src/get-or-insert.js';
import type { Charge, ChargeType } from '../../ledger/charges.js';
import type { BillLine } from './tables.js';

/** The charges of one provider. */
export interface TableCharges {
  readonly charges: readonly Charge[];
  /** The charge of each line; -1 for lines of other providers. */
  readonly chargeOf: Int32Array;
}

/** Joins the lines of one provider that costs cannot be filtered or grouped apart by. */
export function chargesOf(lines: readonly BillLine[], provider: string): TableCharges {
  const charges: Charge[] = [];
  const positions = new Map<string, number>();
  const keysOfTags = new Map<BillLine['tags'], TagsKey>();
  const chargeOf = Int32Array.from(lines, (line) => {
    if (line.provider !== provider) return -1;
    const { service, account, region, usageType, platform, tags } = line;
    const chargeType = chargeTypeOf(line);
    const { environment, sorted } = getOrInsert(keysOfTags, tags, () => keyOf(tags));
    const dimensions = [service, account, region, chargeType, usageType, platform, environment, sorted];
    const key = JSON.stringify(dimensions);
    const known = positions.get(key);
    if (known !== undefined) return known;
    const at = charges.push({
      provider,
      service,
      account,
      region,
      chargeType,
      usageType,
      platform,
      environment,
      tags,
      cell: null,
    });
    positions.set(key, at - 1);
    return at - 1;
  });
  return { charges, chargeOf };
}

/** What costs are filtered and grouped by: the tags, and the environment, which depends on their order. */
interface TagsKey {
  readonly environment: string | null;
  readonly sorted: string;
}

function keyOf(tags: BillLine['tags']): TagsKey {
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
