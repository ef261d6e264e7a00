// @ts-check
import { expect, test } from 'vitest';
import { changelog } from './changelog.mjs';

test('lists what breaks first, by operation', () => {
  const text = changelog(
    [
      { breaking: false, where: 'GET /things', what: 'can answer 404' },
      { breaking: true, where: 'GET /others', what: 'is gone' },
      { breaking: false, where: 'GET /things', what: 'is deprecated' },
    ],
    '1.0.0',
  );

  expect(text).toBe(`# Changes since 1.0.0

## Breaking

### GET /others
- is gone

## Additions

### GET /things
- can answer 404
- is deprecated
`);
});

test('says so when nothing changed', () => {
  expect(changelog([], '1.0.0')).toBe('Nothing a caller would notice has changed since 1.0.0.\n');
});
