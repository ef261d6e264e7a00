import type { InventoryColumn } from '../../../src/focus/datasets/read-inventory.js';
import { type Instant, isoInstant } from '../calendar.js';
import { stateOf } from '../commitments/status.js';
import { rate } from '../money.js';
import type { Commitment, SeedData, Service } from '../seed-data/types.js';
import { commitmentColumns } from './charge.js';

/** A row of an inventory file: what a provider reports about a commitment beside its charges. */
type InventoryRow = Readonly<Record<InventoryColumn, string | number | null>>;

/** One row for each commitment of a scenario, with its state at an instant, also for those that never ran. */
export function inventoryRows(seedData: SeedData, now: Instant): readonly InventoryRow[] {
  const services = new Map(seedData.services.map((service) => [service.id, service]));
  const names = new Map(seedData.providers.map(({ id, name }) => [id, name]));
  return seedData.commitments.map((commitment) =>
    inventoryRow(commitment, services.get(commitment.service) as Service, names, now),
  );
}

function inventoryRow(
  commitment: Commitment,
  ofService: Service,
  names: ReadonlyMap<string, string>,
  now: Instant,
): InventoryRow {
  const { id, provider, service, holder, region, name, start, end, termMonths, payment } = commitment;
  const state = stateOf(commitment, now);
  const columns = commitmentColumns(commitment, ofService);
  return {
    CommitmentDiscountId: id,
    ProviderName: names.get(provider) ?? provider,
    ServiceName: service,
    SubAccountId: holder,
    RegionId: region,
    CommitmentDiscountCategory: columns.CommitmentDiscountCategory,
    CommitmentDiscountType: columns.CommitmentDiscountType,
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
