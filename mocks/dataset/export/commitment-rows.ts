import type { Day } from '../calendar.js';
import { unusedPrices } from '../scenario/day.js';
import { focusUnit } from '../scenario/provider.js';
import type { Slot } from '../scenario/stack.js';
import type { SeedData, Service } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { decimal, dollars } from './csv.js';
import {
  type Charge,
  chargePeriod,
  commitmentColumns,
  type DayCharge,
  placeColumns,
  quantityOf,
  wholeDay,
} from './row-parts.js';

type CommitmentCharge = DayCharge & { readonly kind: 'upfront' | 'recurring' | 'unused' };

/** Writes the rows of a commitment that no usage pays for: its purchase, its recurring fee and its unused part. */
export class CommitmentRows {
  private readonly columns: ExportRow;

  constructor(
    seedData: SeedData,
    private readonly service: Service,
    private readonly slot: Slot,
  ) {
    const { commitment, holder: account } = slot;
    const { provider, region, kind, termMonths, payment } = commitment;
    this.columns = {
      ...placeColumns(seedData, { provider, account, service, region }),
      ...commitmentColumns(commitment, service),
      SkuId: `commitment:${kind}`,
      SkuMeter: `${service.label} commitment`,
      SkuPriceId: `commitment:${kind}:${termMonths}m:${payment}:${commitment.id}`,
      x_UsageType: `commitment:${kind}`,
    };
  }

  onDay(day: Day, charge: CommitmentCharge): Charge {
    return {
      columns: {
        ...this.columns,
        CommitmentDiscountQuantity: quantityOf(charge),
        ...(charge.kind === 'unused' ? this.unused(day, charge) : this.purchase(day, charge)),
      },
      costs: charge.costs,
    };
  }

  /** The charge period of an upfront payment is the term. */
  private purchase(day: Day, { kind, costs }: CommitmentCharge): ExportRow {
    const { id, start, end } = this.slot.commitment;
    const isUpfront = kind === 'upfront';
    const priced = isUpfront ? 1 : costs.list / this.slot.cash;
    return {
      ...(isUpfront ? chargePeriod(start, end) : wholeDay(day)),
      ChargeCategory: 'Purchase',
      ChargeDescription: `${isUpfront ? 'Upfront payment' : 'Recurring fee'} of ${id}`,
      ChargeFrequency: isUpfront ? 'One-Time' : 'Recurring',
      ContractedUnitPrice: dollars(costs.contracted / priced),
      ListUnitPrice: dollars(costs.list / priced),
      PricingCategory: 'Standard',
      PricingQuantity: decimal(priced),
      PricingUnit: isUpfront ? 'Units' : 'Hours',
    };
  }

  /** Has a cost at list price, as in the exports of some providers, although nothing ran. */
  private unused(day: Day, { costs }: CommitmentCharge): ExportRow {
    const { commitment } = this.slot;
    const prices = unusedPrices(this.slot);
    return {
      ...wholeDay(day),
      ChargeCategory: 'Usage',
      ChargeDescription: `Unused part of ${commitment.id}`,
      ChargeFrequency: 'Usage-Based',
      CommitmentDiscountStatus: 'Unused',
      ContractedUnitPrice: dollars(prices.contracted),
      ListUnitPrice: dollars(prices.list),
      PricingCategory: 'Committed',
      PricingQuantity: decimal(costs.list / prices.list),
      PricingUnit: commitment.capacity === null ? 'USD' : focusUnit(this.service),
    };
  }
}
