/** How the values of a column are written in an export. An `object` of JSON may also be a list of keys and values. */
export type ValueKind = 'text' | 'number' | 'time' | 'json' | 'object';

export interface FocusColumn {
  readonly name: string;
  /** The column that has its values since a later version of FOCUS, and is read where this one has none. */
  readonly successor?: string;
  readonly kind: ValueKind;
  /** Whether an export without the column is refused. */
  readonly isRequired?: true;
  /** Whether every row must have a value. */
  readonly isFilled?: true;
  /** Whether letter case makes no difference, and values are in upper case. */
  readonly isUpperCase?: true;
  /** The values that FOCUS allows; letter case is normalized. */
  readonly values?: readonly string[];
}

const text = (name: string): FocusColumn => ({ name, kind: 'text' });
const number = (name: string): FocusColumn => ({ name, kind: 'number' });

/** The columns that are read; others are ignored. */
export const focusColumns: readonly FocusColumn[] = [
  // PublisherName has no successor: HostProviderName is where a service runs, not who sells it.
  {
    name: 'ProviderName',
    successor: 'ServiceProviderName',
    kind: 'text',
    isRequired: true,
    isFilled: true,
  },
  text('PublisherName'),
  text('BillingAccountId'),
  text('SubAccountId'),
  text('SubAccountName'),
  { name: 'ServiceName', kind: 'text', isRequired: true },
  text('ServiceCategory'),
  text('RegionId'),
  text('InvoiceId'),
  { name: 'BillingCurrency', kind: 'text', isRequired: true, isFilled: true, isUpperCase: true },
  { name: 'BillingPeriodStart', kind: 'time', isRequired: true, isFilled: true },
  { name: 'BillingPeriodEnd', kind: 'time' },
  { name: 'ChargePeriodStart', kind: 'time', isRequired: true, isFilled: true },
  { name: 'ChargePeriodEnd', kind: 'time', isRequired: true, isFilled: true },
  {
    name: 'ChargeCategory',
    kind: 'text',
    isRequired: true,
    isFilled: true,
    values: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'],
  },
  { name: 'ChargeClass', kind: 'text', values: ['Correction'] },
  { name: 'ChargeFrequency', kind: 'text', values: ['One-Time', 'Recurring', 'Usage-Based'] },
  text('PricingCategory'),
  text('ResourceId'),
  text('ResourceType'),
  text('SkuId'),
  text('SkuPriceId'),
  text('SkuMeter'),
  { name: 'SkuPriceDetails', kind: 'object' },
  text('x_UsageType'),
  number('ConsumedQuantity'),
  text('ConsumedUnit'),
  number('PricingQuantity'),
  text('PricingUnit'),
  { name: 'Tags', kind: 'object' },
  text('CommitmentDiscountId'),
  text('CommitmentDiscountName'),
  { name: 'CommitmentDiscountCategory', kind: 'text', values: ['Usage', 'Spend'] },
  text('CommitmentDiscountType'),
  { name: 'CommitmentDiscountStatus', kind: 'text', values: ['Used', 'Unused'] },
  number('CommitmentDiscountQuantity'),
  text('CommitmentDiscountUnit'),
  { name: 'ContractApplied', kind: 'json' },
  { name: 'BilledCost', kind: 'number', isRequired: true, isFilled: true },
  { name: 'EffectiveCost', kind: 'number', isRequired: true, isFilled: true },
  { name: 'ListCost', kind: 'number', isRequired: true },
  { name: 'ContractedCost', kind: 'number', isRequired: true },
];

/** The names under which a column is found, the preferred one first. */
export function namesOf({ name, successor }: FocusColumn): readonly string[] {
  return successor === undefined ? [name] : [name, successor];
}

/** Texts that exports write for a missing value. */
export const missingWords = ['', 'NULL', 'null', '\\N'];

/** Returns the first column that has the name of an earlier one, in any letter case. */
export function repeatedColumn(names: readonly string[]): string | undefined {
  const earlier = new Set<string>();
  for (const name of names) {
    if (earlier.has(name.toLowerCase())) return name;
    earlier.add(name.toLowerCase());
  }
  return undefined;
}
