import { keyVariables } from '../http/exchange.js';
import { createScrubber } from '../http/scrub.js';
import { splitQuery } from '../http/split-query.js';
import type { Pair } from './raw-exchange.js';
import type { SeenExchange } from './seen-exchange.js';

const mark = '[redacted]';
const secretHeaders =
  /^(cookie|set-cookie|proxy-authorization|authorization)$|api-?key|token|secret|session|csrf|xsrf/;
const urlHeaders = /^(location|content-location|referer)$/;
const secretParameters =
  /^(api[-_]?key|(access|auth|id|refresh)[-_]?token|token|authorization|secret|password|sig|signature)$/i;
/** Shorter ones stand in texts by chance. */
const shortestSecret = 8;
/** Keys that are looked for in texts; who sends more than that does not send keys. */
const mostKeys = 100;

type Authorization = Pick<SeenExchange, 'authorization' | 'callerId'>;

/**
 * Takes credentials out of exchanges. Each API key gets a name by the order in which they are met,
 * so that callers can still be told apart: the first ones those that a curl line takes.
 *
 * @param showsKeys false where a missing Authorization may have been taken out before
 */
export function createDisguise(showsKeys: boolean) {
  const names = new Map<string, string>();
  const secrets = new Set<string>();
  let scrub = createScrubber([]);

  function learn(secret: string): void {
    if (secret.length < shortestSecret || secrets.has(secret) || secrets.size >= mostKeys) return;
    secrets.add(secret);
    scrub = createScrubber([...secrets]);
  }

  function nameOf(token: string): string {
    const known = names.get(token);
    if (known !== undefined) return known;
    const variables = Object.values(keyVariables);
    const name = variables[names.size] ?? `[API key ${names.size + 1}]`;
    if (names.size < mostKeys) names.set(token, name);
    return name;
  }

  function url(text: string): string {
    const [place, search] = splitQuery(text);
    // A user and a password may stand before the host.
    const clean = scrub(place.replace(/^(\w+:\/\/)[^/@]*@/, '$1')).text;
    if (search === undefined) return clean;
    const pairs = search.split('&').map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return secretParameters.test(name) ? `${name}=${mark}` : scrub(pair).text;
    });
    return `${clean}?${pairs.join('&')}`;
  }

  const disguised = (name: string, value: string) => {
    if (secretHeaders.test(name) && name !== 'authorization') return mark;
    if (urlHeaders.test(name)) return url(value);
    if (name !== 'authorization') return scrub(value).text;
    const { scheme, token } = partsOf(value);
    if (isTakenOut(value) || token === '') return value;
    return `${scheme} ${/^bearer$/i.test(scheme) ? nameOf(token) : mark}`;
  };

  return {
    /** Looks for keys, so that they are known when texts are cleaned. */
    learn(headers: readonly Pair[]): void {
      const value = valueIn(headers, 'authorization') ?? '';
      const { token } = partsOf(value);
      if (!isTakenOut(value) && !token.startsWith('$COST_CONTRACT_')) learn(token);
    },
    headers: (headers: readonly Pair[]): Pair[] =>
      headers.map(([name, value]) => [name, disguised(name.toLowerCase(), value)]),
    url,
    text: (text: string) => scrub(text),
    authorizationOf(headers: readonly Pair[]): Authorization {
      const value = valueIn(headers, 'authorization');
      if (value === undefined) return { authorization: showsKeys ? 'none' : 'unknown', callerId: null };
      const { scheme, token } = partsOf(value);
      if (isTakenOut(scheme)) return { authorization: 'unknown', callerId: null };
      if (!/^bearer$/i.test(scheme)) return { authorization: 'other-scheme', callerId: null };
      if (token === '') return { authorization: 'empty-bearer', callerId: null };
      return isTakenOut(token)
        ? { authorization: 'unknown', callerId: null }
        : { authorization: 'bearer', callerId: nameOf(token) };
    },
  };
}

/** Tools that record write such marks where a key was. */
function isTakenOut(value: string): boolean {
  return value.trim() === '' || /redact|removed|\*{3}|^x{4,}$|…/i.test(value);
}

function partsOf(authorization: string): { scheme: string; token: string } {
  const [, scheme = '', token = ''] = /^(\S*)\s*(.*)$/.exec(authorization) ?? [];
  return { scheme, token };
}

function valueIn(headers: readonly Pair[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
