import { join } from 'node:path';
import { expect, test } from 'vitest';
import { latestRelease } from '../../scripts/lib/changes/releases.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { changesUnderOneVersion, releasedSuite, suiteOf } from '../../scripts/lib/release/released-suite.mjs';
import { checks } from './checks/index.js';
import { suiteVersion } from './version.js';

const suite = (version: string, ...list: [id: string, level: string][]) =>
  suiteOf(
    version,
    list.map(([id, level]) => ({ id, level, basis: 'stated' })),
  );

test('a released version of the suite does not change its checks', () => {
  // The document may already have the next version.
  const { version = '' } = latestRelease(join(root, 'released')) ?? {};
  const released = releasedSuite(version);
  expect(released?.checks).toBeTypeOf('object');
  const changes = released && changesUnderOneVersion(released, suiteOf(suiteVersion, checks));
  expect(changes, 'raise suiteVersion in version.ts').toEqual([]);
});

test('lists added, removed and stricter checks', () => {
  const before = suite('1.0.0', ['a.gone', 'MUST'], ['a.harder', 'MAY'], ['a.same', 'MUST']);
  const after = suite('1.0.0', ['a.harder', 'MUST'], ['a.new', 'MAY'], ['a.same', 'MUST']);
  expect(changesUnderOneVersion(before, after)).toEqual([
    'a.gone: MUST stated → none',
    'a.harder: MAY stated → MUST stated',
    'a.new: none → MAY stated',
  ]);
});

test('a new version may change any check', () => {
  expect(changesUnderOneVersion(suite('1.0.0', ['a.gone', 'MUST']), suite('1.1.0'))).toEqual([]);
});
