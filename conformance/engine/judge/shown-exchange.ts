import { beginningOf } from '../beginning-of.js';
import { curlOf } from '../http/curl.js';
import type { Exchange } from '../http/exchange.js';
import { redactAll } from '../http/redact-shown.js';
import type { Result } from './result.js';

/** What removes secrets before something is shown. */
export interface Redaction {
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  /** Removes secrets from an exchange, including those that only their location identifies. */
  readonly shown?: (exchange: Exchange) => Exchange;
}

/** Most characters of a body in a report. */
const longestBody = 32 * 1024;

/** Returns an exchange as reports show it, with a command that reproduces its request. */
export function shownExchange(redaction: Redaction, exchange: Exchange): Result['exchange'] {
  const clean = redacted(redaction, exchange);
  const { request, response } = clean;
  return {
    request: { ...request, body: request.body === null ? null : beginningOf(request.body, longestBody) },
    response: response && {
      status: response.status,
      headers: response.headers,
      body: beginningOf(response.body, longestBody),
    },
    curl: curlOf(clean),
  };
}

/** Removes secrets from an exchange, before a command is built whose shell quotes could hide one. */
export function redacted({ redact, shown }: Redaction, exchange: Exchange): Exchange {
  return shown ? shown(exchange) : redactExchange(exchange, redact);
}

function redactExchange(exchange: Exchange, redact: Redaction['redact']): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: redactAll(request, redact),
    response: response && {
      ...response,
      headers: redactAll(response.headers, redact),
      body: redact(response.body),
    },
  };
}
