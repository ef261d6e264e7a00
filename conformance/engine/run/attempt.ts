import type { ActiveCheck } from '../check.js';
import { type Exchange, isSuccess, type RequestPlan } from '../http/exchange.js';
import { requestLine } from '../http/requests.js';
import { asError, Blocked, Finding } from '../judge/outcome.js';
import type { Outcome } from '../judge/verdict.js';
import type { CorrectRequest, Probe } from './probe.js';
import { type Recording, recorded } from './recorded.js';

/** The outcome of a check, and the exchanges that it obtained. */
type Attempt = Pick<Recording, 'exchanges'> & { readonly outcome: Outcome };

/** How many reads a run may still repeat. Few violations are due to a change; on a server with many, requests are rare. */
export interface Repeats {
  left: number;
}

/**
 * Runs a check. If data have changed since it read them, runs it again before it reports a violation: between two
 * reads, new costs may arrive, or a day may begin.
 */
export async function attempt(check: ActiveCheck, probe: Probe, repeats: Repeats): Promise<Attempt> {
  const first = recorded(probe);
  const outcome = await outcomeOf(check, first.probe);
  const isComparison = outcome instanceof Finding && !check.writes && !check.exhaustsRateLimit;
  if (!isComparison || !(await haveChanged(first, probe, repeats)))
    return { outcome, exchanges: first.exchanges };
  const second = recorded(withoutCache(probe));
  return { outcome: await outcomeOf(check, second.probe), exchanges: second.exchanges };
}

async function outcomeOf(check: ActiveCheck, probe: Probe): Promise<Outcome> {
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
async function haveChanged({ obtained }: Recording, probe: Probe, repeats: Repeats): Promise<boolean> {
  const reads = obtained.filter(({ plan, exchange }) => plan.method === 'GET' && isSuccess(exchange));
  if (reads.length < 2) return false;
  const read = async (plan: RequestPlan) =>
    dataOf(await probe.target.send(plan, { again: true, allow5xx: true, allow429: true, unjudged: true }));
  for (const { plan, exchange } of reads.slice(0, mostRepeated)) {
    repeats.left -= 1;
    if (repeats.left < 0) return false;
    const now = await read(plan);
    // A server that fails now would need ever more requests.
    if (now === undefined) repeats.left = 0;
    if (now !== dataOf(exchange)) return now !== undefined && now === (await read(plan));
  }
  return false;
}

const dataOf = ({ response }: Exchange): string | undefined => JSON.stringify(response?.json?.data);

/** Returns a probe that sends each request again. */
function withoutCache(probe: Probe): Probe {
  const send: Probe['send'] = (plan, options) => probe.send(plan, { ...options, again: true });
  const renewed = async ({ plan }: CorrectRequest) => {
    const exchange = await send(plan);
    if (isSuccess(exchange)) return { plan, exchange };
    throw new Blocked(
      `a correct request has another status when it is repeated: ${requestLine(plan)}`,
      exchange,
    );
  };
  return {
    ...probe,
    send,
    correct: async (id) => renewed(await probe.correct(id)),
    correctOfAnyKey: async (options) => renewed(await probe.correctOfAnyKey(options)),
  };
}
