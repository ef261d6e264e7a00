import { element } from './html.js';

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const decimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** US dollars with cents. */
export const usd = (value: number | null) => figure(value, dollars.format);

/** US dollars without cents. */
export const roundUsd = (value: number | null) => figure(value, wholeDollars.format);

/** Per cent. */
export const percent = (value: number | null) => figure(value, (known) => `${decimals.format(known)}%`);

/** A number that tells its exact value beside how it is shown; null is never shown as zero. */
function figure(value: number | null, show: (value: number) => string): HTMLElement {
  if (value === null) return element('span', { class: 'unmeasured' }, 'not measured');
  return element('data', { value: String(value) }, show(value).replace('-', '−'));
}

/** @param period YYYY-MM */
export const monthName = (period: string) => months.format(midnight(`${period}-01`));

/** @param date YYYY-MM-DD */
export const dayName = (date: string) => days.format(midnight(date));

/** Both days included; YYYY-MM-DD. */
export const daysName = (from: string, to: string) => days.formatRange(midnight(from), midnight(to));

const midnight = (date: string) => new Date(`${date}T00:00:00Z`);

/** A name such as `savings_plan` in words. */
export const inWords = (name: string) => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
