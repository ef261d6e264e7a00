import { isSessionName, sessionHeader } from '../control/session-name.js';
import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';

/** Refuses a session that cannot be, rather than answer from the world that all share. */
export function sessionName(): Stage {
  return (next) => (exchange) => {
    const name = exchange.request.headers['mock-session'];
    if (name === undefined || isSessionName(name)) return next(exchange);
    throw new Refusal(
      'BAD_REQUEST',
      `${sessionHeader} is 1 to 64 letters, digits, dots, hyphens and underscores.`,
    );
  };
}
