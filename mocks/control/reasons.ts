import type { StageName } from '../exchange.js';
import type { FaultRule } from './fault.js';
import type { Recorded } from './recorded.js';

/** Why each stage answers what it lets no other answer, where the answer itself does not say. */
const reasons: Readonly<Partial<Record<StageName, string>>> = {
  'cross-origin': 'A browser asked whether a page may call, and it may.',
  fixtures: 'The fixtures document was asked for.',
  front: 'The front page or the document was requested.',
  match: 'The methods of this path were asked for.',
  idempotency: 'A write with this idempotency key had succeeded before; its answer was replayed.',
  respond: 'The request passed every stage, and the operation answered.',
};

/** Why an exchange was answered as it was. */
export function reasonOf({ stage, fault, response }: Recorded): string {
  const reason = (response.status >= 400 ? messageIn(response.body) : undefined) ?? reasons[stage] ?? '';
  return fault === null ? reason : `${reason} ${outcomes[fault.kind]}`;
}

const outcomes: Readonly<Record<FaultRule['kind'], string>> = {
  status: 'A fault rule made it fail.',
  latency: 'A fault rule made it late.',
  drop: 'A fault rule then dropped the connection.',
  truncate: 'A fault rule then cut the answer off.',
  drip: 'A fault rule then slowed the answer down.',
  malformed: 'A fault rule then broke its JSON.',
};

/** The message of a failure, of the API or of the control plane. */
export function messageIn(body: string | null): string | undefined {
  try {
    const { error } = JSON.parse(body ?? '') as { error?: string | { message?: string } };
    return typeof error === 'string' ? error : error?.message;
  } catch {
    return undefined;
  }
}
