// @ts-check

import { markdownTable } from '../../../../scripts/lib/markdown-table.mjs';
import { machine, today } from '../machine.mjs';
import { fewestRequests, growthOf, mostGrowth, slopeOf } from './memory.mjs';

/** @typedef {import('./run.mjs').Outcome} Outcome */

/**
 * @param {Outcome} outcome
 * @returns {{ isGood: boolean, grew: boolean, isJudged: boolean }}
 */
export function verdictOf({ judge, samples, complaints }) {
  const isJudged = judge.answers >= fewestRequests;
  const grew = isJudged && growthOf(samples).heap > mostGrowth;
  return { isGood: judge.wrongCount === 0 && complaints.length === 0 && !grew, grew, isJudged };
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1);
/** @param {number} count */
const counted = (count) => count.toLocaleString('en-US');

/**
 * @param {Outcome} outcome
 * @returns {string} Markdown
 */
export function soakReport(outcome) {
  const { judge, samples, complaints, done, seconds, days } = outcome;
  const { grew, isJudged } = verdictOf(outcome);
  const growth = growthOf(samples);
  const statuses = [...judge.byStatus].sort(([a], [b]) => a - b);
  const quarter = (/** @type {number} */ part) => samples[Math.floor((samples.length - 1) * part)];
  return `${machine()}; ${today()}. \`npm run soak\`: ${counted(judge.answers)} requests in ${Math.round(seconds)} s, from another process,
while ${days.toFixed(1)} days passed by the mock's clock.

**${judge.wrongCount === 0 ? 'No' : counted(judge.wrongCount)} wrong answers, ${complaints.length === 0 ? 'no' : complaints.length} unhandled errors, ${
    isJudged ? `memory ${grew ? 'has grown' : 'level'}` : 'memory not judged after so few requests'
  }.**

In use after a collection of garbage: ${[0, 0.25, 0.5, 0.75, 1].map((part) => megabytes(quarter(part)?.heap ?? 0)).join(', ')} MB at the start, after each quarter and at the end; the last quarter
stands at ${growth.heap.toFixed(3)} × the second (${mostGrowth} is the most allowed), the slope of the second half is ${slopeOf(samples).toFixed(2)} bytes a
request. The process holds ${megabytes(samples.at(-1)?.resident ?? 0)} MB.

${markdownTable([['what was done', 'times'], ...[...done].map(([name, times]) => [name, counted(times)])])}

${markdownTable([
  ['status', 'answers'],
  ...statuses.map(([status, count]) => [status === 0 ? 'connection ended' : String(status), counted(count)]),
])}
${[...judge.wrong, ...complaints].map((line) => `\n- ${line}`).join('')}`;
}
