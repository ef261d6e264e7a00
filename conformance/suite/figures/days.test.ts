import { expect, test } from 'vitest';
import { earlier, later, plusMonths } from './days.js';

test('returns the first and the last of two days', () => {
  expect(earlier('2026-02-28', '2026-03-01')).toBe('2026-02-28');
  expect(later('2026-02-28', '2026-03-01')).toBe('2026-03-01');
});

test('adds months across years', () => {
  expect(plusMonths('2026-01', -1)).toBe('2025-12');
  expect(plusMonths('2023-01', 39)).toBe('2026-04');
});
