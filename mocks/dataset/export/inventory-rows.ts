import type { InventoryColumn } from '../bill/inventory/inventory.js';
import { type Instant, isoInstant } from '../calendar.js';
import { stateOf } from '../commitments/status.js';
import type { ScenarioLedger } from '../ledger/index.js';
import { rate } from '../money.js';
import type { Commitment, Service } from '../seed-data/types.js';
import { commitmentColumns } from './row-parts.js';

/** A row of an inventory file: what a provider reports about a commitment beside its charges. */
type InventoryRow = Readonly<Record<InventoryColumn, string | number | null>>;

/** One row for each commitment of a scenario, with its state at an instant, also for those that never ran. */
export function inventoryRows(ledger: ScenarioLedger, now: Instant): readonly InventoryRow[] {
  return ledger.seedData.commitments.map((commitment) => inventoryRow(ledger, commitment, now));
}

function inventoryRow(ledger: ScenarioLedger, commitment: Commitment, now: Instant): InventoryRow {
  const { id, provider, service, holder, region, name, start, end, termMonths, payment } = commitment;
  const state = stateOf(commitment, now);
  const columns = commitmentColumns(commitment, ledger.services.get(service) as Service);
  return {
    CommitmentDiscountId: id,
    ProviderName: ledger.providers.get(provider)?.name ?? provider,
    ServiceName: service,
    SubAccountId: holder,
    RegionId: region,
    CommitmentDiscountCategory: columns.CommitmentDiscountCategory ?? null,
    CommitmentDiscountType: columns.CommitmentDiscountType ?? null,
    CommitmentDiscountName: name,
    State: state,
    Start: isoInstant(start),
    // Providers give no end of what has not started.
    End: state === 'queued' ? null : isoInstant(end),
    TermMonths: termMonths,
    PaymentOption: payment,
    // Resources, or dollars an hour.
    Quantity: commitment.capacity?.quantity ?? rate(commitment.feePerHour),
  };
}
