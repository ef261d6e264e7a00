import { expect, test } from 'vitest';
import { createMemo } from './memo.js';

const setUp = () => {
  let age = 1;
  let computed = 0;
  const memo = createMemo(() => age, 3);
  const call = (name: string) => {
    const before = computed;
    memo(name, () => {
      computed += 1;
      return name;
    });
    return computed > before ? 'computed' : 'kept';
  };
  return {
    call,
    grow() {
      age += 1;
    },
  };
};

test('what was computed is kept', () => {
  const { call } = setUp();
  expect([call('a'), call('b'), call('a')]).toEqual(['computed', 'computed', 'kept']);
});

test('another age knows nothing of it', () => {
  const { call, grow } = setUp();
  call('a');
  grow();
  expect(call('a')).toBe('computed');
});

test('it never keeps more than it may, whatever callers ask for', () => {
  const { call } = setUp();
  for (const name of ['a', 'b', 'c', 'd']) call(name);
  expect([call('d'), call('a')]).toEqual(['kept', 'computed']);
});
