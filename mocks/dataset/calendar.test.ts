import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayOf,
  firstDayOf,
  isoDate,
  isoInstant,
  isoMonth,
  lastDayOf,
  monthOf,
  parseDate,
  parseMonth,
} from './calendar.js';

const anyInstant = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2400-12-31'), noInvalidDate: true })
  .map((date) => date.getTime());

describe('the calendar', () => {
  it('formats dates as JavaScript does', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const iso = new Date(instant).toISOString();
        expect(isoInstant(instant)).toBe(`${iso.slice(0, 19)}Z`);
        expect(isoDate(dayOf(instant))).toBe(iso.slice(0, 10));
        expect(isoMonth(monthOf(dayOf(instant)))).toBe(iso.slice(0, 7));
      }),
    );
  });

  it('parses what it formats', () => {
    fc.assert(
      fc.property(anyInstant.map(dayOf), (day) => {
        expect(parseDate(isoDate(day))).toBe(day);
        expect(parseMonth(isoMonth(monthOf(day)))).toBe(monthOf(day));
      }),
    );
  });

  it('finds the first and last day of a month', () => {
    fc.assert(
      fc.property(anyInstant.map(dayOf).map(monthOf), (month) => {
        expect([monthOf(firstDayOf(month) - 1), monthOf(firstDayOf(month))]).toEqual([month - 1, month]);
        expect([monthOf(lastDayOf(month)), monthOf(lastDayOf(month) + 1)]).toEqual([month, month + 1]);
      }),
    );
  });

  it('rejects 30 February', () => {
    expect(parseDate('2026-02-30')).toBeUndefined();
    expect(parseDate('2028-02-29')).toBeDefined();
  });
});
