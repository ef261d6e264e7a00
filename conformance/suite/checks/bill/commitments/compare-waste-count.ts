import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { isUnused, over } from '../../../figures/commitment-rows.js';
import { lengthOf } from '../../../figures/days.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { feeQuery } from '../../../figures/queries/fee-query.js';
import { dataOf } from '../../shared/exchange-data.js';
import type { BillCase } from '../bill-check.js';
import { measuredDays } from '../measured-days.js';

const hasUnused = ({ figures: { unused, unused_rows } }: ExpectedRow) =>
  (unused_rows ?? 0) > 0 && (unused ?? 0) >= 0.01;

/** Unused rows that add up to nothing may count or not. */
const isClear = (row: ExpectedRow) => row.figures.unused_rows === 0 || hasUnused(row);

/** A response with the totals of commitments. */
export interface Headline {
  readonly exchange: CompleteExchange;
  /** Which commitments they are, for messages. Default: all. */
  readonly about?: string;
}

/** Compares the number of commitments with an unused part, if the server counts those that the bill has and no others. */
export async function compareWasteCount(
  billCase: BillCase,
  provider: ProviderBill,
  { exchange, about = '' }: Headline,
): Promise<void> {
  const { bill, comparison, inactive } = billCase;
  const { waste_commitment_count, commitment_count } = dataOf(exchange);
  const { days } = await measuredDays(billCase, provider);
  const { where, figures } = feeQuery(provider, days);
  const query = {
    figures: {
      unused: figures.unused as string,
      unused_rows: over('count(*)', isUnused),
      days: figures.days as string,
    },
    where,
  };
  const rows = await bill.expected({ ...query, groupBy: { id: 'CommitmentDiscountId' } });
  const ran = (row: ExpectedRow) => row.figures.days === lengthOf(days) && !inactive.has(row.group.id);
  if (rows.length !== commitment_count || !rows.every((row) => ran(row) && isClear(row))) return;
  comparison.figure({
    name: `\`waste_commitment_count\`${about}`,
    actual: waste_commitment_count,
    expected: rows.filter(hasUnused).length,
    formula: 'the number of commitments with unused rows',
    from: await bill.total({
      figures: { wasted: `count(DISTINCT CommitmentDiscountId) FILTER (WHERE ${isUnused})` },
      where,
    }),
    exchange,
  });
}
