import { NoResponse } from '../../conformance/http/send.js';
import type { Handler } from '../support/serve.js';

/** What makes a correct server faulty: the same server, but for one thing. */
export type Change = (server: Handler) => Handler;

/** A server that is wrong in one way. */
export interface FaultyServer {
  /** What is wrong with it, as one sentence. */
  readonly name: string;
  readonly change: Change;
  /** The check that has to catch it. */
  readonly caughtBy: string;
  /** Checks that cannot but catch it too, because it breaks what they claim as well. */
  readonly alsoCaughtBy: readonly string[];
  /** The server that is changed: the small independent one, or the mock where that shows more. */
  readonly base: 'independent' | 'mock';
}

/** What one check has to catch: servers by their names. */
type CaughtByCheck = Readonly<Record<string, Change | Also>>;

/** A change that other checks cannot but catch too. */
interface Also {
  readonly change: Change;
  readonly alsoCaughtBy: readonly string[];
}

export const also = (change: Change, ...alsoCaughtBy: readonly string[]): Also => ({ change, alsoCaughtBy });

const on =
  (base: FaultyServer['base']) =>
  (checks: Readonly<Record<string, CaughtByCheck>>): FaultyServer[] =>
    Object.entries(checks).flatMap(([caughtBy, servers]) =>
      Object.entries(servers).map(([name, one]) => ({
        name,
        caughtBy,
        base,
        ...(typeof one === 'function' ? { change: one, alsoCaughtBy: [] } : one),
      })),
    );

/** Faulty servers by the check that catches each, changed from the small independent one. */
export const onIndependent = on('independent');

/** Faulty servers whose faults show on the mock, in what the small server does not hold. */
export const onMock = on('mock');

/**
 * The name of a faulty server in commands and files: in lower case, with hyphens.
 *
 * @public used by scripts/serve-faulty.mjs
 */
export function idOf({ name }: Pick<FaultyServer, 'name'>): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * The same server, reporting when it throws: one that does is wrong in another way than its name says. To
 * give no response is what is wrong with some.
 */
export function onBreak(handler: Handler, report: (error: unknown) => void): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof NoResponse)) report(error);
      throw error;
    }
  };
}
