import type { ApiKey } from '../api-keys.js';
import { mostSessions } from '../limits.js';
import type { Pipeline } from '../pipeline.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { bearerIn } from '../stages/authenticate.js';
import type { MockRequest } from '../types.js';
import { ControlError } from './control-error.js';

/** The worlds behind one server: the one that all share, and any that tests have for themselves. */
export interface Sessions {
  /** Hands a request to its session. */
  readonly handle: Pipeline;
  /**
   * @returns the session of that name, opened if there is none
   * @throws {ControlError} when it cannot be a name
   */
  named(name: string): Session;
  /** Ends what is on its way to receivers of events. */
  endDeliveries(): void;
}

/**
 * @param open makes a session that starts as the mock started
 * @param most the least recently used goes when there are more; a test that comes back finds a new one
 */
export function createSessions(
  root: Session,
  keys: readonly ApiKey[],
  open: () => Session,
  most = mostSessions,
): Sessions {
  const known = new Set(keys.map(({ key }) => key));
  /** The least recently used first. */
  const sessions = new Map<string, Session>();

  const opened = (name: string): Session => {
    const session = sessions.get(name) ?? open();
    sessions.delete(name);
    sessions.set(name, session);
    for (const [oldest, forgotten] of sessions) {
      if (sessions.size <= most) break;
      forgotten.close();
      sessions.delete(oldest);
    }
    return session;
  };

  return {
    named(name) {
      const problem = nameProblem(name);
      if (problem !== null) throw new ControlError(400, problem);
      return opened(name);
    },
    endDeliveries() {
      for (const { present } of [root, ...sessions.values()]) present.deliveries.clear();
    },
    handle(sent) {
      const { name, request } = assign(sent, known);
      if (name === null) return root.handle(request);
      const problem = nameProblem(name);
      if (problem !== null) return root.handle(request, new Refusal('BAD_REQUEST', problem));
      // Without a key nobody opens a session, or keeps one from being forgotten.
      const key = bearerIn(request.headers.authorization);
      const session = key !== undefined && known.has(key) ? opened(name) : sessions.get(name);
      return (session ?? root).handle(request);
    },
  };
}

const sessionHeader = 'Mock-Session';
const form = String.raw`[\w.-]{1,64}`;
const whole = new RegExp(`^${form}$`);
const suffixed = new RegExp(String.raw`^(bearer +)(\S+)\+(${form}) *$`, 'i');

/** @returns what is wrong with the name of a session; null when nothing is */
function nameProblem(name: string): string | null {
  if (whole.test(name)) return null;
  return `${sessionHeader} is 1 to 64 letters, digits, dots, hyphens and underscores.`;
}

/** A request, the name of its session, and the request without the suffix that named it. */
interface Assigned {
  /** Null for the world that all share. */
  readonly name: string | null;
  readonly request: MockRequest;
}

/** A session is named by a header, or behind a plus at the end of a known key. */
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
