// @ts-check
import { markdownTable } from '../../../../scripts/lib/markdown-table.mjs';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';

/**
 * Bytes in use after a garbage collection, with buffers; bytes that the process holds.
 *
 * @typedef {{ heap: number, resident: number }} Sample
 */

/** Caches fill up in the first quarter; after that nothing may grow. */
const mostGrowth = 1.1;
/** A shorter run has filled no cache, and shows nothing. */
const fewestRequests = 500_000;

/**
 * @param {readonly Sample[]} samples in their order, evenly spread over the requests
 * @returns the memory in use in the last quarter divided by that in the second, by medians
 */
export function growthOf(samples) {
  const at = (/** @type {number} */ quarter) => Math.floor((samples.length * quarter) / 4);
  const heap = (/** @type {number} */ quarter) =>
    median(samples.slice(at(quarter), at(quarter + 1)).map((sample) => sample.heap));
  return heap(3) / heap(1);
}

/** @param {import('./run.mjs').Outcome} outcome */
export function verdictOf({ judge, samples, complaints }) {
  const isJudged = judge.responses >= fewestRequests;
  const grew = isJudged && growthOf(samples) > mostGrowth;
  return { isGood: judge.wrongCount === 0 && complaints.length === 0 && !grew, grew, isJudged };
}

const megabytes = (/** @type {number | undefined} */ bytes) => ((bytes ?? 0) / 2 ** 20).toFixed(1);
const counted = (/** @type {number} */ count) => count.toLocaleString('en-US');

/** @param {import('./run.mjs').Outcome} outcome @returns {string} Markdown */
export function soakReport(outcome) {
  const { judge, samples, complaints, done, seconds, days } = outcome;
  const { grew, isJudged } = verdictOf(outcome);
  const memory = isJudged
    ? `memory ${grew ? 'has grown' : 'level'}`
    : 'memory not judged after so few requests';
  const quarters = [0, 0.25, 0.5, 0.75, 1].map(
    (part) => samples[Math.floor((samples.length - 1) * part)]?.heap,
  );
  const statuses = [...judge.byStatus].sort(([a], [b]) => a - b);
  return `${machine()}. \`npm run soak\`: ${counted(judge.responses)} requests in ${Math.round(seconds)} s, from another process,
while ${days.toFixed(1)} days passed by the mock's clock.

**${judge.wrongCount === 0 ? 'No' : counted(judge.wrongCount)} wrong responses, ${complaints.length === 0 ? 'no' : complaints.length} unhandled errors, ${memory}.**

In use after a garbage collection: ${quarters.map(megabytes).join(', ')} MB at the start, after each quarter and at the end; the last quarter
is ${growthOf(samples).toFixed(3)} × the second (at most ${mostGrowth} is allowed). The process holds ${megabytes(samples.at(-1)?.resident)} MB.

${markdownTable([['what was done', 'times'], ...[...done].map(([name, times]) => [name, counted(times)])])}

${markdownTable([
  ['status', 'responses'],
  ...statuses.map(([status, count]) => [status === 0 ? 'connection ended' : String(status), counted(count)]),
])}
${[...judge.wrong, ...complaints].map((line) => `\n- ${line}`).join('')}`;
}
