import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../src/generated/operations.js';

const page = readFileSync(new URL('renamed-paths.md', import.meta.url), 'utf8');
const paths = operations.map(({ path }) => path);

describe('the page on renamed paths', () => {
  it('contains only existing operations', () => {
    const named = [...page.matchAll(/`((?:get|list)[A-Z]\w+)`/g)].map(([, id]) => id);
    expect(named).not.toHaveLength(0);
    expect(operations.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(named));
  });

  it('contains new paths that exist, and old paths that do not', () => {
    const named = [...page.matchAll(/\/api\/v1\/[\w/{}-]*[\w}]/g)].map(([path]) => path);
    const renamed = /^\/api\/v1\/(spending|savings)(\/|$)/;
    expect(named.filter((path) => renamed.test(path))).not.toHaveLength(0);
    for (const path of named.filter((path) => !renamed.test(path))) {
      expect(
        paths.some((known) => known === path || known.startsWith(`${path}/`)),
        path,
      ).toBe(true);
    }
    expect(paths.filter((path) => renamed.test(path))).toEqual([]);
  });
});
