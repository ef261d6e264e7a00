import { expect, test } from 'vitest';
import { changesUnderOneVersion, releasedSuite, suiteOf } from '../scripts/lib/released-suite.mjs';
import { document } from '../src/generated/document.js';
import { checks } from './checks/index.js';
import { suiteVersion } from './version.js';

const suite = (version: string, ...list: [id: string, level: string][]) =>
  suiteOf(
    version,
    list.map(([id, level]) => ({ id, level, basis: 'stated' })),
  );

test('a released suite asks what it asked; whoever changes a check raises the version', () => {
  const released = releasedSuite(document.info.version);
  expect(released?.checks).toBeTypeOf('object');
  const changes = released && changesUnderOneVersion(released, suiteOf(suiteVersion, checks));
  expect(changes, 'raise suiteVersion in version.ts').toEqual([]);
});

test('a check that comes, goes or asks for more is told', () => {
  const before = suite('1.0.0', ['a.gone', 'MUST'], ['a.harder', 'MAY'], ['a.same', 'MUST']);
  const after = suite('1.0.0', ['a.harder', 'MUST'], ['a.new', 'MAY'], ['a.same', 'MUST']);
  expect(changesUnderOneVersion(before, after)).toEqual([
    'a.gone: MUST stated → none',
    'a.harder: MAY stated → MUST stated',
    'a.new: none → MAY stated',
  ]);
});

test('another version may ask anything', () => {
  expect(changesUnderOneVersion(suite('1.0.0', ['a.gone', 'MUST']), suite('1.1.0'))).toEqual([]);
});
