import type { Day } from '../calendar.js';
import { type DayCharge, unusedPrices } from '../scenario/day.js';
import type { FeeLine } from '../scenario/pools.js';
import { focusUnit } from '../scenario/provider.js';
import type { Slot } from '../scenario/stack.js';
import type { SeedData, Service } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { decimal, dollars } from './decimals.js';
import { type Charge, chargePeriod, commitmentColumns, placeColumns, wholeDay } from './row-parts.js';

type CommitmentCharge = Extract<DayCharge, { readonly kind: 'upfront' | 'recurring' | 'unused' }>;

/** Writes the rows of a commitment that no usage pays for: its purchase, its recurring fee and its unused part. */
export class CommitmentRows {
  private readonly columns: ExportRow;

  constructor(
    seedData: SeedData,
    private readonly service: Service,
    private readonly slot: Slot,
    private readonly lines: readonly FeeLine[],
  ) {
    const { commitment, line } = slot;
    const { provider, region, kind, termMonths, payment } = commitment;
    const account = lines[line]!.account;
    const isMarketplace = service.marketplace === true;
    this.columns = {
      ...placeColumns(seedData, { provider, account, service: service.id, region, isMarketplace }),
      ...commitmentColumns(commitment, service),
      SkuId: `commitment:${kind}`,
      SkuMeter: `${service.label} commitment`,
      SkuPriceId: `commitment:${kind}:${termMonths}m:${payment}:${commitment.id}`,
      x_UsageType: `commitment:${kind}`,
    };
  }

  onDay(day: Day, charge: CommitmentCharge): Charge {
    const { kind, costs, quantity } = charge;
    const isSpend = this.slot.commitment.capacity === null;
    return {
      columns: {
        ...this.columns,
        // In dollars, or units of capacity.
        CommitmentDiscountQuantity: isSpend ? dollars(quantity) : decimal(quantity),
        ...(kind === 'unused' ? this.unused(day, charge) : this.purchase(day, charge)),
      },
      costs,
    };
  }

  /** The charge period of an upfront payment is the term. */
  private purchase(day: Day, { kind, costs, priced }: CommitmentCharge): ExportRow {
    const { id, start, end } = this.slot.commitment;
    const isUpfront = kind === 'upfront';
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
  private unused(day: Day, { priced }: CommitmentCharge): ExportRow {
    const { commitment } = this.slot;
    const prices = unusedPrices(this.slot, this.lines);
    return {
      ...wholeDay(day),
      ChargeCategory: 'Usage',
      ChargeDescription: `Unused part of ${commitment.id}`,
      ChargeFrequency: 'Usage-Based',
      CommitmentDiscountStatus: 'Unused',
      ContractedUnitPrice: dollars(prices.contracted),
      ListUnitPrice: dollars(prices.list),
      PricingCategory: 'Committed',
      PricingQuantity: decimal(priced),
      PricingUnit: commitment.capacity === null ? 'USD' : focusUnit(this.service),
    };
  }
}
