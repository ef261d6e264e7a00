import { groupBy } from '../../../../src/group-by.js';
import { count } from '../../count.js';
import type { Result } from '../../judge/result.js';
import { causesOf, operationsOf } from '../findings.js';
import { type Change, type Comparison, exitCodeOfComparison } from './compare.js';

/** An item of a list of changes: what changed, and a sentence about it. */
export interface Item {
  readonly subject: string;
  /** Empty if the subject says all. */
  readonly text: string;
}

/** Returns an item for each check. */
export const checkItems = (ids: readonly string[]): Item[] => ids.map((subject) => ({ subject, text: '' }));

/** Returns an item for each failure that operations share. */
export function failureItems(results: readonly Result[]): Item[] {
  return causesOf(results, 'failed').map(({ results: same, violation: { message } }) => ({
    subject: same[0].id,
    text: `${message} In ${operationsOf(same, 3)}.`,
  }));
}

/** Returns an item for each reason of changed verdicts. */
export function verdictItems(changes: readonly Change[]): Item[] {
  return [...groupBy(changes, ({ reason, to }) => `${to} ${reason}`).values()].map((same) => {
    const [{ check, from, to, reason }] = same;
    const states = `${worded(from)}, then ${worded(to)}`;
    return {
      subject: same.length === 1 ? check : count(same.length, 'verdict'),
      text: `${reason === null ? states : `${states}: ${reason}`}. In ${operationsOf(same, 3)}.`,
    };
  });
}

const worded = (state: string) => state.replace('_', ' ');

/** Summarizes a comparison in a sentence. */
export function conclusionOf(comparison: Comparison): { isBroken: boolean; text: string } {
  const { broken, fixed, stillFailing } = comparison;
  const sumOf = (results: readonly Result[]) =>
    results.reduce((sum, { violations }) => sum + violations.length, 0);
  const part = (number: number, noun: string) => (number === 0 ? [] : [count(number, noun)]);
  const list = (parts: readonly string[]) => parts.join(' and ') || 'nothing';
  const isBroken = exitCodeOfComparison(comparison) === 1;
  const brokenParts = [
    ...part(sumOf(broken.failures), 'new failure'),
    ...part(broken.verdicts.length, 'passed verdict').map((text) => `${text} not tested any more`),
  ];
  const fixedParts = [
    ...part(sumOf(fixed.failures), 'failure'),
    ...part(fixed.verdicts.length, 'verdict').map((text) => `${text} that could not be tested`),
  ];
  return {
    isBroken,
    text: `${isBroken ? 'BROKEN' : 'NOTHING BROKE'}${isBroken ? `: ${list(brokenParts)}` : ''}. Fixed: ${list(fixedParts)}. Still failing: ${sumOf(stillFailing)}.`,
  };
}
