import { type Day, msPerHour, startOfDay } from '../calendar.js';
import type { ScenarioLedger } from '../ledger/index.js';
import type { PricedCell } from '../ledger/prices.js';
import type { Cost, OnDemand, Used } from '../ledger/scenario/day.js';
import type { Micros } from '../money.js';
import type { Service } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { decimal, dollars } from './decimals.js';
import {
  type Charge,
  cellColumns,
  chargePeriod,
  commitmentColumns,
  placeColumns,
  sameCosts,
  unitOf,
  wholeDay,
} from './row-parts.js';

/** Writes the rows of the usage of a cell; one for each cell, because most columns never change. */
export class UsageRows {
  private readonly columns: ExportRow;
  private readonly service: Service;

  constructor(
    ledger: ScenarioLedger,
    private readonly cell: PricedCell,
  ) {
    const { provider, service, region, holder, listPrice, contractedPrice } = cell;
    this.service = ledger.services.get(service) as Service;
    this.columns = {
      ...placeColumns(ledger, { provider, account: holder, service, region }),
      ...cellColumns(cell, this.service),
      ListUnitPrice: dollars(listPrice),
      ContractedUnitPrice: dollars(contractedPrice),
    };
  }

  /** One charge for the day, or one for each hour with usage. */
  *onDemand(day: Day, { list, contracted, hours }: OnDemand, byHour: boolean): Generator<Charge> {
    if (!byHour) {
      yield this.onDemandIn(wholeDay(day), { list, contracted });
      return;
    }
    for (const [hour, cost] of hours.entries()) {
      if (cost.list === 0) continue;
      const start = startOfDay(day) + hour * msPerHour;
      yield this.onDemandIn(chargePeriod(start, start + msPerHour), cost);
    }
  }

  private onDemandIn(period: ExportRow, { list, contracted }: Cost): Charge {
    return {
      columns: {
        ...this.usage(list),
        ...period,
        ChargeDescription: `On-demand usage, ${this.cell.usageType}`,
        PricingCategory: 'Standard',
      },
      costs: { billed: contracted, effective: contracted, list, contracted },
    };
  }

  used(day: Day, { slot: { commitment }, list, contracted, effective, quantity }: Used): Charge {
    return {
      columns: {
        ...this.usage(list),
        ...commitmentColumns(commitment, this.service),
        ...wholeDay(day),
        ChargeDescription: `Usage covered by ${commitment.id}, ${this.cell.usageType}`,
        CommitmentDiscountQuantity: commitment.capacity === null ? dollars(quantity) : decimal(quantity),
        CommitmentDiscountStatus: 'Used',
        PricingCategory: 'Committed',
      },
      costs: { billed: 0, effective, list, contracted },
    };
  }

  credit(day: Day, amount: Micros): Charge {
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
      costs: sameCosts(-amount),
    };
  }

  /** The quantity follows from the cost at list price, so that their quotient is the unit price. */
  private usage(list: Micros): ExportRow {
    const quantity = decimal(list / this.cell.listPrice);
    const unit = unitOf(this.service);
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
