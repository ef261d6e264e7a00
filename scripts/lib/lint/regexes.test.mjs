import { describe, expect, it, test } from 'vitest';
import { problemOf, regexesIn, slownessOf } from './regexes.mjs';

describe('the expressions of a module', () => {
  it('are literals, with flags and line', () => {
    expect(regexesIn('a.ts', 'const a = 1;\nconst b = /[/]+$/gi;')).toEqual([
      { line: 2, source: '[/]+$', flags: 'gi', text: '/[/]+$/gi', reason: null },
    ]);
  });

  it('are constructed from a literal, or unknown', () => {
    const text = "test(new RegExp('a+', 'u')); test(RegExp('b+')); test(new RegExp(pattern, flags));";
    expect(regexesIn('a.ts', text)).toMatchObject([
      { source: 'a+', flags: 'u' },
      { source: 'b+', flags: '' },
      { source: null, flags: '' },
    ]);
  });

  it('have the reason in a comment on their line or above', () => {
    const text = '// Bounded: short.\n// biome-ignore x\nuse(/a/);\nuse(/b/); // Bounded: own.\n\nuse(/c/);';
    expect(regexesIn('a.ts', text).map(({ reason }) => reason)).toEqual(['short.', 'own.', null]);
  });
});

describe('a verdict', () => {
  test.each([
    ['cubic', String.raw`\bat .+\(?[\w./\\-]+:\d+:\d+\)?`],
    ['quadratic', String.raw`[\da-f-]*\d[\da-f:.TZ+-]*`],
    ['quadratic in a search', String.raw`\s+$`],
    ['exponential', '^(a+)+$'],
  ])('of %s time has a text that shows it', async (_, source) => {
    expect(await slownessOf(source, '', 60_000)).toMatch(
      /^takes (polynomial|exponential) time .+ It is slow on .*repeat\(\d+\)/,
    );
  });

  it('is null for linear time', async () => {
    expect(await slownessOf('"(?:[^"\\\\]|\\\\.)*"?', 'g', 60_000)).toBeNull();
  });

  it('is a problem if there is none in time', async () => {
    expect(await slownessOf('(a?){100}(a|b|ab)*(?=c)x', '', 1)).toContain('recheck has no verdict (timeout)');
  });
});

describe('a problem', () => {
  const regex = { line: 1, source: 'a', flags: '', text: '/a/', reason: null };
  const slow = async () => 'takes polynomial time';
  const linear = async () => null;

  test('is an expression that is slow, or not a literal', async () => {
    expect(await problemOf(regex, linear)).toBeNull();
    expect(await problemOf(regex, slow)).toContain(
      'takes polynomial time. Repetitions side by side must not',
    );
    expect(await problemOf({ ...regex, source: null }, linear)).toContain('is not one literal');
  });

  test('is none with a reason', async () => {
    const withReason = { ...regex, reason: 'six digits.' };
    expect(await problemOf(withReason, slow)).toBeNull();
    expect(await problemOf({ ...withReason, source: null }, slow)).toBeNull();
    expect(await problemOf(withReason, linear)).toBeNull();
  });
});
