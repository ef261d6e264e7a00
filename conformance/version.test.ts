import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { suiteVersion } from './version.js';

test('the suite has the version of its package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(suiteVersion).toBe(version);
});
