import { expect, test } from 'vitest';
import { createMemo } from './memo.js';

const setUp = () => {
  let version = 1;
  let computed = 0;
  const memo = createMemo(() => version, 3);
  const call = (name: string) => {
    const before = computed;
    memo(name, () => {
      computed += 1;
      return name;
    });
    return computed > before ? 'computed' : 'cached';
  };
  return {
    call,
    nextVersion() {
      version += 1;
    },
  };
};

test('caches a computed value', () => {
  const { call } = setUp();
  expect([call('a'), call('b'), call('a')]).toEqual(['computed', 'computed', 'cached']);
});

test('recomputes a value when the version changes', () => {
  const { call, nextVersion } = setUp();
  call('a');
  nextVersion();
  expect(call('a')).toBe('computed');
});

test('does not cache more than its maximum', () => {
  const { call } = setUp();
  for (const name of ['a', 'b', 'c', 'd']) call(name);
  expect([call('d'), call('a')]).toEqual(['cached', 'computed']);
});
