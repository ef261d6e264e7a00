// What a reader of a bill notes, in the terminal and in a page.

import { focusColumns } from './columns.js';
import { listed } from './focus-error.js';

/** Nothing converts amounts, so names of fields can be wrong about the currency. */
export function currencyNotes(currency: string): readonly string[] {
  return currency === 'USD'
    ? []
    : [
        `Amounts are in ${currency}, and not converted: fields whose names end in _usd contain ${currency}, too.`,
      ];
}

/** Columns that no version of FOCUS lacks, or without which a figure is not known. */
const noted = new Map([
  ['SubAccountId', 'accounts are not known'],
  ['RegionId', 'regions are not known'],
  ['Tags', 'tags are not known'],
  ['PublisherName', 'marketplace charges are not known'],
  ['ChargeClass', 'corrections are not known'],
  ['ChargeFrequency', 'terms of commitments are not known'],
  ['CommitmentDiscountId', 'commitments are not known'],
  ['CommitmentDiscountStatus', 'used and unused commitments cannot be distinguished'],
  ['CommitmentDiscountCategory', 'reservations and savings plans cannot be distinguished'],
]);

/** @param filesWithout returns the files that lack a column */
export function missingColumnNotes(filesWithout: (name: string) => readonly string[]): readonly string[] {
  return focusColumns.flatMap(({ name }) => {
    const consequence = noted.get(name);
    const files = consequence === undefined ? [] : filesWithout(name);
    if (files.length === 0) return [];
    return [`Column ${name} is missing in ${listed(files, 3)}: ${consequence}.`];
  });
}

/** Counts of rows and commitments without values that figures need. */
export function commitmentNotes(counts: {
  /** Usage rows of commitments. */
  readonly unknownStatus: number;
  /** Commitments. */
  readonly unknownQuantity: number;
}): readonly string[] {
  const { unknownStatus, unknownQuantity } = counts;
  return [
    unknownStatus
      ? `Usage rows with CommitmentDiscountId but without CommitmentDiscountStatus: ${unknownStatus}. They count as neither used, unused nor on demand.`
      : '',
    unknownQuantity
      ? `Commitments with rows without CommitmentDiscountQuantity: ${unknownQuantity}. Their utilization is computed from EffectiveCost.`
      : '',
  ].filter((note) => note !== '');
}

/** Counts of usage rows of a provider. */
interface PriceCounts {
  /** Without a known `ListCost`, and `ContractedCost`. */
  readonly list: number;
  readonly contracted: number;
  readonly all: number;
  /** With a list price, and a contracted price. */
  readonly listed: number;
}

/** Says what unknown prices of a provider do to figures. */
export function priceNotes(provider: string, counts: PriceCounts): readonly string[] {
  const { list, contracted, all, listed: withList } = counts;
  const of = (unknown: number) => `${unknown} of ${all} usage rows of ${provider}`;
  const savings =
    withList === 0
      ? 'No savings rate is measured of them'
      : 'The savings rate counts them without a saving, and measured_share_pct leaves them out';
  return [
    list > 0
      ? `ListCost is not known (empty, or 0 beside a cost) of ${of(list)}. ContractedCost, else EffectiveCost, takes its place. ${savings}; coverage weighs them by that cost.`
      : '',
    contracted > 0
      ? `ContractedCost is not known (empty, or 0 beside a cost) of ${of(contracted)}. ListCost, else EffectiveCost, takes its place, so that they show no negotiated saving; measured_share_pct leaves them out.`
      : '',
  ].filter((note) => note !== '');
}
