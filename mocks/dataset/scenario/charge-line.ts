import type { BillLine } from '../../../src/focus/tables/tables.js';
import type { Month } from '../calendar.js';
import type { Cell, Commitment, Service } from '../seed-data/types.js';
import { isCharged } from './pools.js';
import type { ServiceCharges } from './service-charges.js';

/** A cell, a commitment that covers it, a commitment alone, or an invoice. */
interface Charged {
  readonly kind: keyof typeof columns;
  readonly cell?: Cell;
  readonly slot?: { readonly commitment: Commitment };
}

/** The category, frequency and commitment status of charges. */
const columns = {
  on_demand: ['Usage', 'Usage-Based', null],
  credit: ['Credit', 'Usage-Based', null],
  used: ['Usage', 'Usage-Based', 'Used'],
  upfront: ['Purchase', 'One-Time', null],
  recurring: ['Purchase', 'Recurring', null],
  unused: ['Usage', 'Usage-Based', 'Unused'],
  tax: ['Tax', 'Recurring', null],
  'late fee': ['Adjustment', 'One-Time', null],
  refund: ['Adjustment', 'One-Time', null],
} as const;

/** The dimensions of a charge of a service. */
export function lineOf(
  { id, provider, marketplace = false }: Pick<Service, 'id' | 'provider' | 'marketplace'>,
  { kind, cell, slot }: Charged,
  invoiceMonth: Month,
): BillLine {
  const [category, frequency, status] = columns[kind];
  const { account, region, usageType, platform, tags } = cell ?? dimensionsOf(slot?.commitment);
  return {
    provider,
    account,
    service: id,
    region,
    category,
    frequency,
    isCorrection: kind === 'refund',
    isMarketplace: marketplace,
    usageType,
    platform,
    tags,
    commitment: slot?.commitment.id ?? null,
    status,
    invoiceMonth,
  };
}

const none = { account: null, region: null, usageType: null, platform: null, tags: {} };

function dimensionsOf(commitment: Commitment | undefined) {
  if (commitment === undefined) return none;
  const { holder, region, kind } = commitment;
  return { ...none, account: holder, region, usageType: `commitment:${kind}` };
}

/** The lines that all charges of a service can be grouped and filtered by, with the cells of its usage. */
export function staticLines(
  service: ServiceCharges,
): readonly { readonly line: BillLine; readonly cell: Cell | null }[] {
  const { cells, pools } = service;
  const commitments = service.commitments.filter(isCharged);
  const covered = new Set(pools.flatMap((pool) => pool.cells));
  const ofUsage = cells.flatMap((cell, c): Charged[] => [
    { kind: 'on_demand', cell },
    ...(covered.has(c) ? [{ kind: 'used' as const, cell, slot: { commitment: commitments[0]! } }] : []),
    ...(cell.creditBps > 0 ? [{ kind: 'credit' as const, cell }] : []),
  ]);
  const fees = new Map(commitments.map((one) => [`${one.holder}|${one.region}|${one.kind}`, one]));
  const ofFees = [...fees.values()].map(
    (commitment): Charged => ({ kind: 'recurring', slot: { commitment } }),
  );
  return [...ofUsage, ...ofFees].map((one) => ({
    line: lineOf(service.service, one, 0),
    cell: one.cell ?? null,
  }));
}
