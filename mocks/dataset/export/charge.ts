import type { BillLine } from '../../../src/focus/tables/tables.js';
import type { Instant } from '../calendar.js';
import { type Micros, microsPerDollar } from '../money.js';
import { type ChargeSource, unusedPrices } from '../scenario/day.js';
import type { Costs, InvoiceCharge } from '../scenario/invoice-charges.js';
import { commitmentUnit, focusUnit } from '../scenario/provider.js';
import type { Commitment, Service } from '../seed-data/types.js';
import { decimal, dollars } from './numbers.js';

/** What a row is for: usage, a commitment or an invoice. */
export type RowSource = ChargeSource | { readonly kind: InvoiceCharge['kind'] };

/** A charge of a scenario as a row of an export. */
export interface ExportedCharge {
  readonly organization: string;
  readonly providerName: string;
  readonly line: BillLine;
  readonly source: RowSource;
  /** Of usage and commitments. */
  readonly service?: Service;
  /** The charge period, half-open. */
  readonly start: Instant;
  readonly end: Instant;
  readonly costs: Costs;
  /** Of a commitment: units of capacity or dollars. */
  readonly quantity: number;
  /** Of usage and commitments; undefined for a credit. */
  readonly pricing?: Pricing | undefined;
}

/** The commitment that is charged, or that usage is charged to. */
export function commitmentOf({ source }: ExportedCharge): Commitment | undefined {
  return 'slot' in source ? source.slot.commitment : undefined;
}

export function accountOf({ source }: ExportedCharge) {
  if ('cell' in source) return source.cell.holder;
  return 'slot' in source ? source.slot.holder : undefined;
}

/** The quantity of a commitment, exactly. */
export function quantityOf(charge: ExportedCharge): string | undefined {
  const commitment = commitmentOf(charge);
  if (commitment === undefined) return undefined;
  return commitment.capacity === null
    ? dollars(Math.round(charge.quantity * microsPerDollar))
    : decimal(charge.quantity);
}

export function descriptionOf({ source: { kind }, line }: ExportedCharge): string {
  switch (kind) {
    case 'on_demand':
      return `On-demand usage, ${line.usageType}`;
    case 'credit':
      return `Promotional credit, ${line.usageType}`;
    case 'used':
      return `Usage covered by ${line.commitment}, ${line.usageType}`;
    case 'upfront':
      return `Upfront payment of ${line.commitment}`;
    case 'recurring':
      return `Recurring fee of ${line.commitment}`;
    case 'unused':
      return `Unused part of ${line.commitment}`;
    default:
      return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} of the invoice`;
  }
}

/** What is priced: the meter, and the id of its price. */
export function skuOf({ source, service, line }: ExportedCharge) {
  if (service === undefined) return undefined;
  if ('cell' in source) return { meter: service.label, priceId: `${line.usageType}@${line.region}` };
  if (!('slot' in source)) return undefined;
  const { id, termMonths, payment } = source.slot.commitment;
  return {
    meter: `${service.label} commitment`,
    priceId: `${line.usageType}:${termMonths}m:${payment}:${id}`,
  };
}

export interface Pricing {
  readonly category: 'Standard' | 'Committed';
  readonly quantity: number;
  readonly unit: string;
  readonly list: Micros;
  readonly contracted: Micros;
}

/** The quantity and the unit prices of usage or a commitment; undefined for a credit. */
export function pricingOf(source: ChargeSource, service: Service, costs: Costs): Pricing | undefined {
  switch (source.kind) {
    case 'on_demand':
    case 'used': {
      const { listPrice: list, contractedPrice: contracted } = source.cell;
      const category = source.kind === 'used' ? 'Committed' : 'Standard';
      // The quantity follows from the cost at list price, so that their quotient is the unit price.
      return { category, quantity: costs.list / list, unit: focusUnit(service), list, contracted };
    }
    case 'upfront':
    case 'recurring': {
      const isUpfront = source.kind === 'upfront';
      const quantity = isUpfront ? 1 : costs.list / source.slot.cash;
      const [list, contracted] = [costs.list / quantity, costs.contracted / quantity];
      return { category: 'Standard', quantity, unit: isUpfront ? 'Units' : 'Hours', list, contracted };
    }
    case 'unused': {
      // Has a cost at list price, as in the exports of some providers, although nothing ran.
      const prices = unusedPrices(source.slot);
      const unit = commitmentUnit(source.slot.commitment, service);
      return { category: 'Committed', quantity: costs.list / prices.list, unit, ...prices };
    }
    default:
      return undefined;
  }
}

const typeOf: Readonly<Record<Commitment['kind'], string>> = {
  reserved_instance: 'Reserved instance',
  savings_plan: 'Savings plan',
  committed_use_discount: 'Committed use discount',
  spend_commitment: 'Spend commitment',
};

/** What a commitment is to, and its kind. */
export function commitmentColumns(commitment: Commitment, service: Service) {
  const isSpend = commitment.capacity === null;
  return {
    CommitmentDiscountCategory: isSpend ? 'Spend' : 'Usage',
    CommitmentDiscountType: isSpend ? (service.planType ?? service.id) : typeOf[commitment.kind],
    CommitmentDiscountUnit: commitmentUnit(commitment, service),
  };
}

/** The FOCUS category and subcategory of each service of the scenarios. */
const categories: Readonly<Record<string, readonly [category: string, subcategory: string]>> = {
  compute: ['Compute', 'Virtual Machines'],
  'relational-database': ['Databases', 'Relational Databases'],
  cache: ['Databases', 'Caching'],
  warehouse: ['Databases', 'Data Warehouses'],
  search: ['Analytics', 'Search'],
  'object-storage': ['Storage', 'Object Storage'],
  'data-transfer': ['Networking', 'Network Connectivity'],
  'virtual-machines': ['Compute', 'Virtual Machines'],
  'analytics-engine': ['Analytics', 'Analytics Platforms'],
};

/** Returns `Other` for any other service, such as software of the marketplace. */
export function categoryOf({ line }: ExportedCharge): readonly [category: string, subcategory: string] {
  return categories[line.service ?? ''] ?? ['Other', 'Other (Other)'];
}
