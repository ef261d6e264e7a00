import { expect, test } from 'vitest';
import { createMemo } from './memo.js';

const setUp = () => {
  let age = 1;
  let computed = 0;
  const memo = createMemo(() => age, 3);
  const ask = (name: string) => {
    const before = computed;
    memo(name, () => {
      computed += 1;
      return name;
    });
    return computed > before ? 'computed' : 'kept';
  };
  return {
    ask,
    grow() {
      age += 1;
    },
  };
};

test('what was computed is kept', () => {
  const { ask } = setUp();
  expect([ask('a'), ask('b'), ask('a')]).toEqual(['computed', 'computed', 'kept']);
});

test('another age knows nothing of it', () => {
  const { ask, grow } = setUp();
  ask('a');
  grow();
  expect(ask('a')).toBe('computed');
});

test('it never keeps more than it may, whatever callers ask for', () => {
  const { ask } = setUp();
  for (const name of ['a', 'b', 'c', 'd']) ask(name);
  expect([ask('d'), ask('a')]).toEqual(['kept', 'computed']);
});
