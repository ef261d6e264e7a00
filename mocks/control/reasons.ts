import type { StageName } from '../http/exchange.js';
import type { FaultRule } from './fault.js';
import type { Recorded } from './journal/recorded.js';

/** The reason for a success, by the stage that responded. An error response contains its own reason. */
const reasons: Readonly<Partial<Record<StageName, string>>> = {
  'cross-origin': 'The CORS preflight was allowed.',
  fixtures: 'The fixtures document was requested.',
  front: 'The front page or the OpenAPI document was requested.',
  match: 'The allowed methods of the path were requested.',
  idempotency: 'The response stored for the idempotency key was replayed.',
  replay: 'The recorded response was replayed.',
  respond: 'The operation responded.',
};

/** Returns the reason for the response of an exchange. */
export function reasonOf({ stage, fault, response }: Recorded): string {
  const reason = (response.status >= 400 ? messageIn(response.body) : undefined) ?? reasons[stage] ?? '';
  return fault === null || fault.kind === 'status' ? reason : `${reason} ${outcomes[fault.kind]}`;
}

/** Appended to the reason. The error of a status rule contains its own. */
const outcomes: Readonly<Record<Exclude<FaultRule['kind'], 'status'>, string>> = {
  latency: 'A fault rule delayed the response.',
  drop: 'A fault rule dropped the connection.',
  truncate: 'A fault rule truncated the response.',
  drip: 'A fault rule slowed down the response.',
  malformed: 'A fault rule corrupted the JSON.',
};

/** Returns the message of an error response of the API or of the control plane. */
export function messageIn(body: string | null): string | undefined {
  try {
    const { error } = JSON.parse(body ?? '') as { error?: string | { message?: string } };
    return typeof error === 'string' ? error : error?.message;
  } catch {
    return undefined;
  }
}

/** Returns the warnings of a response of the control plane. */
export function warningsIn(body: string | null): readonly string[] {
  // Most responses have none, and a snapshot is long.
  if (!body?.includes('"warnings"')) return [];
  const { warnings } = JSON.parse(body) as { warnings?: unknown };
  return Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [];
}
