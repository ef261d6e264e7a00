import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Charge, ChargeType } from '../ledger/charges.js';
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
  const textsOfTags = new Map<BillLine['tags'], string>();
  const chargeOf = Int32Array.from(lines, (line) => {
    if (line.provider !== provider) return -1;
    const { service, account, region, usageType, platform, tags } = line;
    const chargeType = chargeTypeOf(line);
    // The environment depends on the order of tags.
    const tagsText = getOrInsert(textsOfTags, tags, () =>
      JSON.stringify([environmentOf(tags), entriesOf(tags)]),
    );
    const key = JSON.stringify([service, account, region, chargeType, usageType, platform, tagsText]);
    const known = positions.get(key);
    if (known !== undefined) return known;
    const environment = environmentOf(tags);
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

function entriesOf(tags: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1));
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

/** The first tag counts that is an environment. */
function environmentOf(tags: Readonly<Record<string, string>>): string | null {
  const found = Object.entries(tags).find(([key]) => environmentKeys.has(key.toLowerCase()));
  return found === undefined ? null : found[1];
}
