import type { InventoryColumn } from '../../../src/focus/datasets/read-inventory.js';
import { type Instant, isoInstant } from '../calendar.js';
import { stateOf } from '../commitments/status.js';
import { rate } from '../money.js';
import type { SeedData } from '../seed-data/types.js';
import { commitmentColumns } from './charge.js';

/** A row of an inventory file: what a provider reports about a commitment beside its charges. */
type InventoryRow = Readonly<Record<InventoryColumn, string | number | null>>;

/** One row for each commitment of a scenario, with its state at an instant, also for those that never ran. */
export function inventoryRows(seedData: SeedData, now: Instant): readonly InventoryRow[] {
  const services = new Map(seedData.services.map((service) => [service.id, service]));
  const names = new Map(seedData.providers.map(({ id, name }) => [id, name]));
  return seedData.commitments.map((commitment) => {
    const state = stateOf(commitment, now);
    const { CommitmentDiscountUnit: _, ...columns } = commitmentColumns(
      commitment,
      services.get(commitment.service)!,
    );
    return {
      CommitmentDiscountId: commitment.id,
      ProviderName: names.get(commitment.provider) ?? commitment.provider,
      ServiceName: commitment.service,
      SubAccountId: commitment.holder,
      RegionId: commitment.region,
      ...columns,
      CommitmentDiscountName: commitment.name,
      State: state,
      Start: isoInstant(commitment.start),
      // Providers give no end of what has not started.
      End: state === 'queued' ? null : isoInstant(commitment.end),
      TermMonths: commitment.termMonths,
      PaymentOption: commitment.payment,
      // Resources, or dollars an hour.
      Quantity: commitment.capacity?.quantity ?? rate(commitment.feePerHour),
    };
  });
}
