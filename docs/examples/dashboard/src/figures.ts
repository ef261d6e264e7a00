import { html, svg, type TemplateResult } from 'lit-html';

const currency = { style: 'currency', currency: 'USD' } as const;
const dollars = new Intl.NumberFormat('en', currency);
const wholeDollars = new Intl.NumberFormat('en', { ...currency, maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** US dollars with cents. */
export const usd = (value: number | null) => figure(value, dollars.format);

/** US dollars without cents. */
export const roundUsd = (value: number | null) => figure(value, wholeDollars.format);

export const percent = (value: number | null) => figure(value, (known) => `${decimals.format(known)}%`);

/** A number with its exact value in an attribute; null is never shown as zero. */
function figure(value: number | null, show: (value: number) => string): TemplateResult {
  if (value === null) return html`<span class="note">not measured</span>`;
  return html`<data value=${value}>${show(value)}</data>`;
}

/** @param period YYYY-MM */
export const monthName = (period: string) => months.format(new Date(period));

/** @param date YYYY-MM-DD */
export const dayName = (date: string) => days.format(new Date(date));

/** A part of a bar, between two values of the scale. `name` is its CSS class. */
export interface Part {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A bar of colored parts, on a scale from `least` to `most`. */
export function bar(parts: readonly Part[], least: number, most: number): TemplateResult {
  const share = (value: number) => `${(100 * value) / (most - least || 1)}%`;
  return html`<svg class="bar" aria-hidden="true">
    ${parts.map(
      ({ name, from, to }) =>
        svg`<rect class=${name} x=${share(Math.min(from, to) - least)} width=${share(Math.abs(to - from))} />`,
    )}
  </svg>`;
}
