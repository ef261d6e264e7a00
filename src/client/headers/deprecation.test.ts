import { expect, it } from 'vitest';
import { processorTime } from '../../../tests/support/processor-time.js';
import { parseDeprecation } from './deprecation.js';

const parse = (deprecation: string, link?: string) =>
  parseDeprecation(new Headers({ Deprecation: deprecation, ...(link && { Link: link }) }));

it('reads the date and the successor', () => {
  expect(parse('@1767225600', '</new>; rel="successor-version"')).toEqual({
    since: new Date('2026-01-01T00:00:00Z'),
    successor: '/new',
  });
});

it.each(['true', '@', 'Thu, 01 Jan 2026 00:00:00 GMT'])(
  'reads %s as a deprecation without a date',
  (value) => {
    expect(parse(value)).toEqual({ since: null, successor: null });
  },
);

it('finds the successor among other links', () => {
  const links = '</docs>; rel="deprecation"; type="text/html", </next>; title="new"; rel=successor-version';
  expect(parse('@0', links)).toEqual({ since: new Date(0), successor: '/next' });
  expect(parse('@0', '</docs>; rel="deprecation"')?.successor).toBeNull();
});

it('returns null without the header', () => {
  expect(parseDeprecation(new Headers({ Link: '</new>; rel="successor-version"' }))).toBeNull();
});

it('reads a long invalid header quickly', () => {
  const time = processorTime(() => {
    parse('@0', '<>;'.repeat(10_000));
    parse('@0', `<>${';'.repeat(30_000)}`);
  });
  expect(time).toBeLessThan(1_000);
});
