import { NoResponse } from '../../conformance/engine/http/send.js';
import type { Handler } from '../support/serve.js';

/** Makes a correct server faulty in one way. */
export type Change = (server: Handler) => Handler;

/** A server with one fault. */
export interface FaultyServer {
  /** The fault, as one sentence or noun phrase. */
  readonly name: string;
  readonly change: Change;
  /** The check that must report it. */
  readonly caughtBy: string;
  /** Other checks that report it, because it violates their requirement too. */
  readonly alsoCaughtBy: readonly string[];
  /** The correct server that is changed: the small independent one, or the mock if only that has the data. */
  readonly base: 'independent' | 'mock';
}

/** The faulty servers that one check must report, by name. */
type CaughtByCheck = Readonly<Record<string, Change | Also>>;

/** A change that other checks report too. */
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

/** Lists faulty servers by the check that must report them, based on the small independent server. */
export const onIndependent = on('independent');

/** Lists faulty servers based on the mock, for data that the independent server does not have. */
export const onMock = on('mock');

/**
 * Returns the id of a faulty server for commands and files: its name in lower case, with hyphens.
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
 * Reports errors that a faulty server throws: they are not the fault that its name describes. `NoResponse` is the
 * fault of some servers, so it is not reported.
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
