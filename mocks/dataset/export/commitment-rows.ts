import { type Day, dayOf } from '../calendar.js';
import type { ScenarioLedger } from '../ledger/index.js';
import { upfrontPayment } from '../ledger/pools.js';
import { afterDiscount } from '../ledger/prices.js';
import type { Held } from '../ledger/scenario/day.js';
import type { Slot } from '../ledger/stack.js';
import { dollar } from '../seed-data/build.js';
import type { Account, Commitment, Service } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { decimal, dollars } from './decimals.js';
import { type Charge, chargePeriod, commitmentColumns, placeColumns, unitOf, wholeDay } from './row-parts.js';

/** Writes the rows of a commitment that no usage pays for: its purchase, its recurring fee and its unused part. */
export class CommitmentRows {
  private readonly columns: ExportRow;
  private readonly commitment: Commitment;
  private readonly holder: Account;
  private readonly service: Service;

  constructor(
    ledger: ScenarioLedger,
    private readonly slot: Slot,
  ) {
    const { commitment } = slot;
    const { provider, service, region, kind, holder, termMonths, payment } = commitment;
    this.commitment = commitment;
    this.holder = ledger.accounts.get(holder) as Account;
    this.service = ledger.services.get(service) as Service;
    this.columns = {
      ...placeColumns(ledger, { provider, account: this.holder, service, region }),
      ...commitmentColumns(commitment, this.service),
      SkuId: `commitment:${kind}`,
      SkuMeter: `${this.service.label} commitment`,
      SkuPriceId: `commitment:${kind}:${termMonths}m:${payment}:${commitment.id}`,
      x_UsageType: `commitment:${kind}`,
    };
  }

  *onDay(day: Day, held: Held): Generator<Charge> {
    if (dayOf(this.commitment.start) === day && this.commitment.upfrontPerHour > 0) yield this.upfront();
    if (this.slot.cash > 0) yield this.recurring(day, held.hours);
    if (held.unused > 0) yield this.unused(day, held);
  }

  /** The charge period is the term. */
  private upfront(): Charge {
    const { start, end } = this.commitment;
    const { amount, net, hours } = upfrontPayment(this.slot, this.holder);
    return {
      columns: {
        ...this.purchase('One-Time', hours),
        ...chargePeriod(start, end),
        ContractedUnitPrice: dollars(net),
        ListUnitPrice: dollars(amount),
        PricingQuantity: '1',
        PricingUnit: 'Units',
      },
      costs: { billed: net, effective: 0, list: amount, contracted: net },
    };
  }

  private recurring(day: Day, hours: number): Charge {
    const { cash, cashNet } = this.slot;
    const net = cashNet * hours;
    return {
      columns: {
        ...this.purchase('Recurring', hours),
        ...wholeDay(day),
        ContractedUnitPrice: dollars(cashNet),
        ListUnitPrice: dollars(cash),
        PricingQuantity: decimal(hours),
        PricingUnit: 'Hours',
      },
      costs: { billed: net, effective: 0, list: cash * hours, contracted: net },
    };
  }

  private purchase(frequency: 'One-Time' | 'Recurring', hours: number): ExportRow {
    const perHour = this.commitment.capacity === null ? this.slot.fee : this.slot.size;
    return {
      ...this.columns,
      ChargeCategory: 'Purchase',
      ChargeDescription: `${frequency === 'One-Time' ? 'Upfront payment' : 'Recurring fee'} of ${this.commitment.id}`,
      ChargeFrequency: frequency,
      CommitmentDiscountQuantity: this.quantity(hours * perHour),
      PricingCategory: 'Standard',
    };
  }

  /** Has a cost at list price, as in the exports of some providers, although nothing ran. */
  private unused(day: Day, { unused, unusedEffective, unusedQuantity }: Held): Charge {
    const { capacity } = this.commitment;
    // A spend commitment is priced by the usage at list price that it could have covered.
    const price = capacity === null ? dollar : capacity.listPrice;
    const contractedPrice = afterDiscount(price, this.holder);
    const quantity = capacity === null ? unused / dollar : unused;
    return {
      columns: {
        ...this.columns,
        ...wholeDay(day),
        ChargeCategory: 'Usage',
        ChargeDescription: `Unused part of ${this.commitment.id}`,
        ChargeFrequency: 'Usage-Based',
        CommitmentDiscountQuantity: this.quantity(unusedQuantity),
        CommitmentDiscountStatus: 'Unused',
        ContractedUnitPrice: dollars(contractedPrice),
        ListUnitPrice: dollars(price),
        PricingCategory: 'Committed',
        PricingQuantity: decimal(quantity),
        PricingUnit: capacity === null ? 'USD' : unitOf(this.service),
      },
      costs: {
        billed: 0,
        effective: unusedEffective,
        list: Math.round(quantity * price),
        contracted: Math.round(quantity * contractedPrice),
      },
    };
  }

  /** @param amount units of capacity, or micro-dollars of a spend commitment */
  private quantity(amount: number): string {
    return this.commitment.capacity === null ? dollars(amount) : decimal(amount);
  }
}
