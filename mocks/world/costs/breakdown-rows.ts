import type { Charge } from '../ledger/bill.js';
import type { Micros } from '../money.js';
import { tagOf } from '../tags/tag-of.js';
import type { Portion } from '../tags/tag-shares.js';

/** What a row is grouped by; null for a group that was not asked for, or that its costs lack. */
export interface Groups {
  readonly service: string | null;
  readonly account_id: string | null;
  readonly region: string | null;
  readonly tag_value: string | null;
  readonly virtual_tag_value: string | null;
}

/** The groups, in the order that rows stand in where nothing else tells them apart. */
export const groupColumns = ['service', 'account_id', 'region', 'tag_value', 'virtual_tag_value'] as const;

/** The costs that share one value in each group. */
export interface Row {
  readonly groups: Groups;
  /** One entry for each day or month. */
  readonly byDate: Float64Array;
  cost: Micros;
  /** Cost of the range before. */
  previous: Micros;
}

/** Rows by their groups. */
export interface Rows {
  /** The row of a portion, new where it is the first. */
  at(charge: Charge, portion: Portion): Row;
  /** The row of a portion, if there is one. */
  find(charge: Charge, portion: Portion): Row | undefined;
  all(): Row[];
}

export function createRows(groupBy: readonly string[], tagKey: string | undefined, dates: number): Rows {
  const rows = new Map<string, Row>();
  const asked = new Set(groupBy);
  const groupsOf = (charge: Charge, portion: Portion): Groups => ({
    service: asked.has('service') ? charge.service : null,
    account_id: asked.has('account_id') ? charge.account : null,
    region: asked.has('region') ? charge.region : null,
    tag_value: asked.has('tag') && tagKey !== undefined ? (tagOf(charge.tags, tagKey) ?? null) : null,
    virtual_tag_value: asked.has('virtual_tag') ? portion.value : null,
  });
  const keyOf = (groups: Groups) => JSON.stringify(groupColumns.map((column) => groups[column]));
  return {
    at(charge, portion) {
      const groups = groupsOf(charge, portion);
      const key = keyOf(groups);
      const known = rows.get(key);
      if (known !== undefined) return known;
      const row: Row = { groups, byDate: new Float64Array(dates), cost: 0, previous: 0 };
      rows.set(key, row);
      return row;
    },
    find: (charge, portion) => rows.get(keyOf(groupsOf(charge, portion))),
    all: () => [...rows.values()],
  };
}
