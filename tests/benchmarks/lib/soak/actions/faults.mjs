// @ts-check
import { request } from '../request.mjs';

/** @typedef {import('../actions.mjs').Action} Action */

/**
 * What goes wrong in sessions of that name: set by rules, hence known beforehand.
 */
export const faults = {
  session: 'soak-faults',
  rules: [
    { operation: 'listProviders', kind: 'drop' },
    { operation: 'listCommitments', kind: 'status', status: 500 },
    { operation: 'getCostSummary', kind: 'truncate', bytes: 40 },
    { operation: 'getCoverageRates', kind: 'latency', ms: 2 },
    { operation: 'getCommitmentOverview', kind: 'malformed' },
    { operation: 'listProviderBudgets', kind: 'drip', bytes_per_second: 1_000_000 },
  ],
};

/** @type {Action} */
export async function sufferFault({ random, judge }, connection) {
  const { session } = faults;
  /** @param {string} target */
  const ask = async (target) => (await connection.send(request('GET', target, { session })))[0];
  const rule = random.pick(faults.rules);
  const what = `${rule.kind} of ${rule.operation}`;
  switch (rule.kind) {
    case 'drop': {
      const answer = await ask('/api/v1/providers');
      if (answer) judge.status(what, { ...answer, isWhole: true }, 0);
      return;
    }
    case 'status': {
      const answer = await ask('/api/v1/commitments');
      if (answer) judge.failure(what, answer, 500, 'INTERNAL_SERVER_ERROR');
      return;
    }
    case 'truncate': {
      const answer = await ask('/api/v1/providers/provider_a/costs/summary');
      if (!answer) return;
      if (answer.isWhole || answer.body.length !== rule.bytes)
        judge.blame(what, `${answer.body.length} bytes came`);
      judge.status(what, { ...answer, isWhole: true }, 200);
      return;
    }
    case 'malformed': {
      const answer = await ask('/api/v1/commitments/overview');
      if (answer && judge.status(what, answer, 200) && isJson(answer.body)) judge.blame(what, 'is JSON');
      return;
    }
    case 'latency': {
      const answer = await ask('/api/v1/commitments/coverage-rates');
      if (answer) judge.success(what, answer, 'getCoverageRates', 200);
      return;
    }
    default: {
      const answer = await ask('/api/v1/providers/provider_b/budgets');
      if (answer) judge.success(what, answer, 'listProviderBudgets', 200);
    }
  }
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
