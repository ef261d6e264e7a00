import type { ActiveCheck } from '../check.js';
import { type Exchange, isSuccess, outcomeOf, type RequestPlan } from '../http/exchange.js';
import { requestLine } from '../http/requests.js';
import { asError, Blocked, Finding } from '../judge/outcome.js';
import type { Outcome } from '../judge/verdict.js';
import { dataOf } from './baselines.js';
import type { CorrectRequest, Probe } from './probe.js';
import { type Obtained, recorded } from './recorded.js';

/** The outcome of a check, and the exchanges that it obtained. */
interface Attempt {
  readonly outcome: Outcome;
  readonly exchanges: Iterable<Exchange>;
}

/** The number of reads that a run may still repeat: with one for each violation, it could exceed the rate limit. */
export interface Repeats {
  left: number;
}

/**
 * Runs a check. If data have changed since it read them, runs it again before it reports a violation: between two
 * reads, new costs may arrive, or a day may begin.
 */
export async function attempt(check: ActiveCheck, probe: Probe, repeats: Repeats): Promise<Attempt> {
  const first = recorded(probe);
  const outcome = await run(check, first.probe);
  const isComparison = outcome instanceof Finding && !check.writes && !check.exhaustsRateLimit;
  if (!isComparison || !(await haveChanged(first.obtained, probe, repeats)))
    return { outcome, exchanges: first.obtained.keys() };
  const second = recorded(withoutCache(probe));
  return { outcome: await run(check, second.probe), exchanges: second.obtained.keys() };
}

async function run(check: ActiveCheck, probe: Probe): Promise<Outcome> {
  try {
    await check.run(probe);
    return 'passed';
  } catch (error) {
    // Requests of a stopped run have no responses.
    if (probe.target.signal.aborted) return new Blocked('the run was stopped');
    return asError(error);
  }
}

/** Most reads of a check that are repeated. */
const mostRepeated = 4;

/**
 * Whether one of the reads that a check compared now returns other data, and twice the same: other data each time are
 * a fault.
 */
async function haveChanged(obtained: Obtained, probe: Probe, repeats: Repeats): Promise<boolean> {
  const reads = [...obtained].filter(([exchange, plan]) => plan.method === 'GET' && isSuccess(exchange));
  if (reads.length < 2) return false;
  for (const [exchange, plan] of reads.slice(0, mostRepeated)) {
    const now = await repeated(plan, probe, repeats);
    if (now === undefined) return false;
    if (now !== dataOf(exchange)) return now === (await repeated(plan, probe, repeats));
  }
  return false;
}

/** Returns the data of a read that is sent again; undefined without a response, and then of all later ones. */
async function repeated(plan: RequestPlan, { target }: Probe, repeats: Repeats): Promise<string | undefined> {
  if (repeats.left <= 0) return undefined;
  repeats.left -= 1;
  const data = dataOf(
    await target.send(plan, { again: true, allow5xx: true, allow429: true, unjudged: true }),
  );
  if (data === undefined) repeats.left = 0;
  return data;
}

/** Returns a probe that sends each request again. */
function withoutCache(probe: Probe): Probe {
  const send: Probe['send'] = (plan, options) => probe.send(plan, { ...options, again: true });
  const renewed = async ({ plan }: CorrectRequest) => {
    const exchange = await send(plan);
    if (isSuccess(exchange)) return { plan, exchange };
    throw new Blocked(`${requestLine(plan)} ${outcomeOf(exchange)} when it was sent again`, exchange);
  };
  return {
    ...probe,
    send,
    correct: async (id) => renewed(await probe.correct(id)),
    correctOfAnyKey: async (options) => renewed(await probe.correctOfAnyKey(options)),
  };
}
