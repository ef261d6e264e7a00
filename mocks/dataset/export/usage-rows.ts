import { type Day, msPerHour, startOfDay } from '../calendar.js';
import type { PricedCell } from '../ledger/price-list.js';
import { contractedHours } from '../scenario/day.js';
import type { Costs } from '../scenario/invoice-charges.js';
import { focusUnit } from '../scenario/provider.js';
import type { SeedData, Service } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { decimal, dollars } from './csv.js';
import {
  type Charge,
  cellColumns,
  chargePeriod,
  commitmentColumns,
  type DayCharge,
  placeColumns,
  quantityOf,
  wholeDay,
} from './row-parts.js';

type UsageCharge = Extract<DayCharge, { readonly cell: PricedCell }>;
type UsedCharge = Extract<DayCharge, { readonly kind: 'used' }>;

/** Writes the rows of the usage of a cell; one for each cell, because most columns never change. */
export class UsageRows {
  private readonly columns: ExportRow;

  constructor(
    seedData: SeedData,
    private readonly service: Service,
    private readonly cell: PricedCell,
  ) {
    const { provider, region, holder, listPrice, contractedPrice } = cell;
    this.columns = {
      ...placeColumns(seedData, { provider, account: holder, service, region }),
      ...cellColumns(cell, service),
      ListUnitPrice: dollars(listPrice),
      ContractedUnitPrice: dollars(contractedPrice),
    };
  }

  /** One row for the day, or for on-demand usage one for each hour. @param hours the cost of each at list price; null for one row */
  *onDay(day: Day, charge: UsageCharge, hours: Float64Array | null): Generator<Charge> {
    if (charge.kind === 'used') yield this.used(day, charge);
    else if (charge.kind === 'credit') yield this.credit(day, charge.costs);
    else if (hours === null) yield this.onDemand(wholeDay(day), charge.costs);
    else yield* this.byHour(day, charge.costs, hours);
  }

  private *byHour(day: Day, costs: Costs, hours: Float64Array): Generator<Charge> {
    const contractedOf = contractedHours(this.cell, costs, hours);
    for (const [hour, list] of hours.entries()) {
      if (list === 0) continue;
      const contracted = contractedOf[hour]!;
      const start = startOfDay(day) + hour * msPerHour;
      const period = chargePeriod(start, start + msPerHour);
      yield this.onDemand(period, { billed: contracted, effective: contracted, list, contracted });
    }
  }

  private onDemand(period: ExportRow, costs: Costs): Charge {
    return {
      columns: {
        ...this.usage(costs.list),
        ...period,
        ChargeDescription: `On-demand usage, ${this.cell.usageType}`,
        PricingCategory: 'Standard',
      },
      costs,
    };
  }

  private used(day: Day, charge: UsedCharge): Charge {
    const { slot, costs } = charge;
    const { commitment } = slot;
    return {
      columns: {
        ...this.usage(costs.list),
        ...commitmentColumns(commitment, this.service),
        ...wholeDay(day),
        ChargeDescription: `Usage covered by ${commitment.id}, ${this.cell.usageType}`,
        CommitmentDiscountQuantity: quantityOf(charge),
        CommitmentDiscountStatus: 'Used',
        PricingCategory: 'Committed',
      },
      costs,
    };
  }

  private credit(day: Day, costs: Costs): Charge {
    return {
      columns: {
        ...this.columns,
        ...wholeDay(day),
        ListUnitPrice: null,
        ContractedUnitPrice: null,
        ChargeCategory: 'Credit',
        ChargeDescription: `Promotional credit, ${this.cell.usageType}`,
        ChargeFrequency: 'Usage-Based',
      },
      costs,
    };
  }

  /** The quantity follows from the cost at list price, so that their quotient is the unit price. */
  private usage(list: number): ExportRow {
    const quantity = decimal(list / this.cell.listPrice);
    const unit = focusUnit(this.service);
    return {
      ...this.columns,
      ChargeCategory: 'Usage',
      ChargeFrequency: 'Usage-Based',
      ConsumedQuantity: quantity,
      ConsumedUnit: unit,
      PricingQuantity: quantity,
      PricingUnit: unit,
    };
  }
}
