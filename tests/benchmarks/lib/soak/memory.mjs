// @ts-check
import { median } from '../statistics.mjs';

/**
 * @typedef {object} Sample
 * @property {number} requests so far
 * @property {number} heap bytes in use after a collection of garbage, with buffers outside of the heap
 * @property {number} resident bytes that the process holds
 */

/** Caches fill up in the first quarter; after that nothing may grow. */
export const mostGrowth = 1.1;
/** A run that is too short has filled no cache, and tells nothing. */
export const fewestRequests = 500_000;

/**
 * @param {readonly Sample[]} samples in their order
 * @returns how the last quarter stands to the second, by medians
 */
export function growthOf(samples) {
  /** @param {number} number */
  const quarter = (number) =>
    samples.slice(Math.floor((samples.length * number) / 4), Math.floor((samples.length * (number + 1)) / 4));
  /** @param {'heap' | 'resident'} what */
  const ratio = (what) =>
    median(quarter(3).map((sample) => sample[what])) / median(quarter(1).map((sample) => sample[what]));
  return { heap: ratio('heap'), resident: ratio('resident') };
}

/**
 * @param {readonly Sample[]} samples
 * @returns bytes by which the heap grows with each request, by a straight line through the second half
 */
export function slopeOf(samples) {
  const half = samples.slice(samples.length >> 1);
  /** @param {(sample: Sample) => number} of */
  const mean = (of) => half.reduce((sum, sample) => sum + of(sample), 0) / half.length;
  const requests = mean((sample) => sample.requests);
  const heap = mean((sample) => sample.heap);
  let rise = 0;
  let run = 0;
  for (const sample of half) {
    rise += (sample.requests - requests) * (sample.heap - heap);
    run += (sample.requests - requests) ** 2;
  }
  return rise / run;
}
