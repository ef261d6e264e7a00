// @ts-check
import { markdownTable } from '../../../../scripts/lib/pages/markdown-table.mjs';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';

/**
 * `heap` is the memory in use after a garbage collection, including buffers, and `resident` that of the process, in bytes.
 *
 * @typedef {{ heap: number, resident: number }} Sample
 */

/** The allowed growth after the first quarter, in which caches fill up. */
const maxGrowth = 1.1;
/** The minimum number of requests to evaluate memory growth. */
const minRequests = 500_000;

/**
 * @param {readonly Sample[]} samples samples in order, at equal intervals
 * @returns the median memory in use of the last quarter divided by that of the second quarter
 */
export function growthOf(samples) {
  const at = (/** @type {number} */ quarter) => Math.floor((samples.length * quarter) / 4);
  const heap = (/** @type {number} */ quarter) =>
    median(samples.slice(at(quarter), at(quarter + 1)).map((sample) => sample.heap));
  return heap(3) / heap(1);
}

/** @param {import('./run.mjs').Outcome} outcome */
export function verdictOf({ judge, samples, stderr }) {
  const isJudged = judge.responses >= minRequests;
  const grew = isJudged && growthOf(samples) > maxGrowth;
  return { isGood: judge.problemCount === 0 && stderr.length === 0 && !grew, grew, isJudged };
}

const megabytes = (/** @type {number | undefined} */ bytes) => ((bytes ?? 0) / 2 ** 20).toFixed(1);
const counted = (/** @type {number} */ count) => count.toLocaleString('en-US');

/** @param {import('./run.mjs').Outcome} outcome @returns {string} Markdown */
export function soakReport(outcome) {
  const { judge, samples, stderr, done, seconds, days } = outcome;
  const { grew, isJudged } = verdictOf(outcome);
  const memory = isJudged
    ? `memory ${grew ? 'grows' : 'stable'}`
    : 'memory not evaluated after so few requests';
  const quarters = [0, 0.25, 0.5, 0.75, 1].map(
    (part) => samples[Math.floor((samples.length - 1) * part)]?.heap,
  );
  return `${machine()}. \`npm run soak\`: ${counted(judge.responses)} requests in ${Math.round(seconds)} s, from another process,
during ${days.toFixed(1)} days of the mock's clock.

**${judge.problemCount === 0 ? 'No' : counted(judge.problemCount)} invalid responses, ${stderr.length === 0 ? 'no' : stderr.length} unhandled errors, ${memory}.**

Memory in use after garbage collection: ${quarters.map(megabytes).join(', ')} MB at the start, after each quarter and at the end; the last quarter
is ${growthOf(samples).toFixed(3)} × the second (at most ${maxGrowth} is allowed). The process uses ${megabytes(samples.at(-1)?.resident)} MB.

${markdownTable([['action', 'count'], ...[...done].map(([name, times]) => [name, counted(times)])])}
${[...judge.problems, ...stderr].map((line) => `\n- ${line}`).join('')}`;
}
