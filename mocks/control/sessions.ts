import { mostSessions } from '../limits.js';
import type { Pipeline } from '../pipeline.js';
import type { Session } from '../session.js';
import { bearerIn } from '../stages/authenticate.js';
import { ControlError } from './control-error.js';
import { assign, isSessionName, sessionHeader } from './session-name.js';

/** The worlds behind one server: the one that all share, and any that tests have for themselves. */
export interface Sessions {
  /** Hands a request to its session. */
  readonly handle: Pipeline;
  /**
   * @returns the session of that name, opened if there is none; the shared one for null
   * @throws {ControlError} when it cannot be a name
   */
  named(name: string | null): Session;
  /** Ends what is on its way to receivers of events. */
  endDeliveries(): void;
}

/**
 * @param isKey whether a text is an API key as it stands
 * @param open makes a session that starts as the mock started
 * @param most the least recently used goes when there are more; a test that comes back finds a fresh one
 */
export function createSessions(
  root: Session,
  isKey: (text: string) => boolean,
  open: () => Session,
  most = mostSessions,
): Sessions {
  /** The least recently used first. */
  const sessions = new Map<string, Session>();

  const named = (name: string | null) => {
    if (name === null) return root;
    if (!isSessionName(name)) {
      throw new ControlError(
        400,
        `${sessionHeader} is 1 to 64 letters, digits, dots, hyphens and underscores.`,
      );
    }
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
    named,
    endDeliveries() {
      for (const { present } of [root, ...sessions.values()]) present.deliveries.clear();
    },
    handle(request) {
      const { name, request: plain } = assign(request, isKey);
      if (name === null) return root.handle(plain);
      // Nobody opens a session, or keeps one from being forgotten, without a key.
      const key = bearerIn(plain.headers.authorization);
      const session = key !== undefined && isKey(key) ? named(name) : sessions.get(name);
      return (session ?? root).handle(plain);
    },
  };
}
