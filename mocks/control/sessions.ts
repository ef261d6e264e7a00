import { HttpError } from '../http/http-error.js';
import type { Session } from '../session/session.js';
import type { ApiKey } from '../settings/api-keys.js';
import { maxSessions } from '../settings/limits.js';
import { bearerIn } from '../stages/authenticate.js';
import type { MockRequest, Pipeline } from '../types.js';
import { ControlError } from './control-error.js';

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Creates the sessions of a mock: the shared one, and isolated ones for tests.
 *
 * @param open creates a session in the initial state
 * @param max beyond this number the least recently used session is closed
 */
export function createSessions(
  root: Session,
  keys: readonly ApiKey[],
  open: () => Session,
  max = maxSessions,
) {
  const acceptedKeys = new Set(keys.map(({ key }) => key));
  /** Least recently used first. */
  const sessions = new Map<string, Session>();

  const opened = (name: string): Session => {
    const session = sessions.get(name) ?? open();
    sessions.delete(name);
    sessions.set(name, session);
    for (const [oldest, evicted] of sessions) {
      if (sessions.size <= max) break;
      evicted.close();
      sessions.delete(oldest);
    }
    return session;
  };

  return {
    /**
     * Returns a session by name. Opens it if it does not exist.
     *
     * @throws {ControlError} if the name is invalid
     */
    named(name: string): Session {
      const problem = nameProblem(name);
      if (problem !== null) throw new ControlError(400, problem);
      return opened(name);
    },
    /** Returns the names of the open sessions, the latest used last. */
    names: (): readonly string[] => [...sessions.keys()],
    /** Closes all sessions but the shared one. */
    close(): void {
      for (const session of sessions.values()) session.close();
      sessions.clear();
    },
    /** Aborts pending deliveries. */
    endDeliveries(): void {
      for (const { parts } of [root, ...sessions.values()]) parts.deliveries.clear();
    },
    /** Passes a request to its session. */
    handle(original: MockRequest): ReturnType<Pipeline> {
      const { name, request } = assign(original, acceptedKeys);
      if (name === null) return root.handle(request);
      const problem = nameProblem(name);
      if (problem !== null) return root.handle(request, new HttpError('BAD_REQUEST', problem));
      // Requests without a valid key neither open a session nor count as its use.
      const key = bearerIn(request.headers.authorization);
      const session = key !== undefined && acceptedKeys.has(key) ? opened(name) : sessions.get(name);
      return (session ?? root).handle(request);
    },
  };
}

const sessionHeader = 'Mock-Session';
const validName = /^[\w.-]{1,64}$/;
// Bounded: at most 65 characters are compared after each plus sign.
const suffixed = /^(bearer +)(\S+)\+([\w.-]{1,64}) *$/i;

/** @returns the problem of a session name; null if it is valid */
function nameProblem(name: string): string | null {
  if (validName.test(name)) return null;
  return `Invalid session name. Use 1 to 64 letters, digits, dots, hyphens and underscores in ${sessionHeader}.`;
}

/** The session name of a request, and the request without the session suffix. */
interface Assigned {
  /** Null for the shared session. */
  readonly name: string | null;
  readonly request: MockRequest;
}

/** Reads the session name from the header, or from the suffix of a known key. */
function assign(request: MockRequest, keys: ReadonlySet<string>): Assigned {
  const { headers } = request;
  const { authorization, 'mock-session': name = null } = headers;
  if (authorization === undefined || !authorization.includes('+')) return { name, request };
  const [, scheme, key, suffix] = suffixed.exec(authorization) ?? [];
  if (key === undefined || suffix === undefined || !keys.has(key) || keys.has(`${key}+${suffix}`)) {
    return { name, request };
  }
  return {
    name: name ?? suffix,
    request: { ...request, headers: { ...headers, authorization: `${scheme}${key}` } },
  };
}
