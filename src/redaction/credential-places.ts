// The places of HTTP messages that contain credentials, by name.

import { decode, maxDepth, rangesBeforeDecoding } from './escapes.js';

/** Headers whose values are secrets. */
const credentialHeaders =
  /^(set-)?cookie2?$|(^|[-_])auth(orization|entication)?([-_]|$)|api[-_]?key|token|secret|session|csrf|xsrf|passw|credential|signature|(^|[-_])key$/;
const notCredentials = /^(idempotency-key|access-control-.*)$/;
const keyHeaders = /^authorization$|api[-_]?key/;

/** Parameters of URLs and forms whose values are secrets. Parameters of the API, such as `tag_key`, do not match. */
const credentialParameters =
  /^(key|sig|auth|jwt|pwd|pass|sid)$|api[-_]?key|(^|[-_])token$|secret|passw|credential|signature|session|^authorization$/;
/** JSON properties whose strings are secrets. `key` alone is too common in JSON. */
const credentialProperties =
  /^((proxy-)?authorization|(set-)?cookie|([a-z]{1,32}[-_])?api[-_]?key|private[-_]?key|((access|auth|bearer|csrf|id|refresh|session|xsrf)[-_]?)?token|([a-z]+[-_])?secret|password|passwd|pwd|credentials?)$/;

/** Authorization schemes that are not redacted. Any other first word may be a key without a scheme. */
const schemes =
  /^(api-?key|aws4-hmac-sha256|basic|bearer|digest|dpop|hawk|hmac|hoba|key|mutual|negotiate|ntlm|oauth|scram-sha-\d+|token|vapid)$/i;

export function isCredentialHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return credentialHeaders.test(lower) && !notCredentials.test(lower);
}

/** Whether a header authenticates a request with an API key. */
export function isKeyHeader(name: string): boolean {
  return keyHeaders.test(name.toLowerCase());
}

export function isCredentialParameter(name: string): boolean {
  return credentialParameters.test(decoded(name).toLowerCase());
}

/** Returns the secrets in the value of a credential header. */
export function secretsInHeader(name: string, value: string): string[] {
  switch (name.toLowerCase()) {
    case 'cookie':
      return value.split(';').map(valueOfPair);
    case 'set-cookie':
      return value.split('\n').map((cookie) => valueOfPair(cookie.split(';', 1)[0] ?? ''));
    case 'authorization':
    case 'proxy-authorization': {
      const { scheme, token, isKnown } = authorizationParts(value);
      const pair = /^basic$/i.test(scheme) ? decodedBase64(token) : '';
      return [...(isKnown ? [token] : [value.trim(), scheme, token]), pair, ...pair.split(':')];
    }
    default:
      return [value.trim()];
  }
}

/** Splits an Authorization value. `isKnown` is true if its first word is the name of a scheme. */
export function authorizationParts(value: string): { scheme: string; token: string; isKnown: boolean } {
  const [, scheme = '', token = ''] = /^(\S*)\s*(.*)$/s.exec(value.trim()) ?? [];
  return { scheme, token, isKnown: schemes.test(scheme) };
}

/** Whether a value is a placeholder that a recording tool wrote in place of a secret. */
export function isRedacted(value: string): boolean {
  return /^\W{0,7}$|^\W*(redacted|removed|hidden|masked|filtered|sanitized|stripped|omitted|x{4,})\W*$|\*{3}|…/i.test(
    value,
  );
}

/** Matches every text that can contain a secret in one of the places. Most texts contain none, and this is fast. */
const hints = /@|%|auth|cookie|credential|jwt|key|pass|pwd|secret|session|sid|sig|token/i;

/** A part of a text: `end` is exclusive. `secrets` are decoded. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly secrets: readonly string[];
}

/**
 * Replaces the secrets in a text that are identified by their names: credentials in parameters, in
 * JSON properties, and before the host of a URL. Also finds them in strings within strings, such as JSON in a JSON string
 * or a URL in a parameter.
 *
 * @param replace called with each secret, decoded
 */
export function replaceInText(text: string, replace: (secret: string) => string): string {
  let replaced = '';
  let from = 0;
  for (const { start, end, secrets } of placesIn(text, maxDepth)) {
    const [first] = secrets.map(replace);
    replaced += text.slice(from, start) + first;
    from = end;
  }
  return replaced + text.slice(from);
}

/** Returns the places in a text and in its decoded form. @param depth of the escapes that are decoded */
function placesIn(text: string, depth: number): readonly Place[] {
  const here = hints.test(text)
    ? outermost([...userInfosIn(text), ...parametersIn(text), ...propertiesIn(text)])
    : [];
  if (depth === 0 || !/[\\%&]/.test(text)) return here;
  const { decoded: inner, escaped } = decode(text);
  if (escaped.length === 0) return here;
  const places = placesIn(inner, depth - 1);
  const ranges = rangesBeforeDecoding(
    places.map(({ start, end }) => [start, end]),
    escaped,
  );
  const within = ranges.map(([start, end], index) => ({ start, end, secrets: places[index]?.secrets ?? [] }));
  return outermost([...here, ...notCovered(within, here)]);
}

/** Both lists are sorted. */
function notCovered(places: readonly Place[], covering: readonly Place[]): Place[] {
  let next = 0;
  return places.filter(({ start, end }) => {
    while ((covering[next]?.end ?? Number.POSITIVE_INFINITY) < end) next += 1;
    return !((covering[next]?.start ?? Number.POSITIVE_INFINITY) <= start);
  });
}

/** Sorts places and joins those that overlap. */
function outermost(places: readonly Place[]): Place[] {
  const joined: { start: number; end: number; secrets: string[] }[] = [];
  for (const { start, end, secrets } of [...places].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (!last || start >= last.end) joined.push({ start, end, secrets: [...secrets] });
    else {
      last.end = Math.max(last.end, end);
      last.secrets.push(...secrets);
    }
  }
  return joined;
}

/** The user and password of URLs. */
function userInfosIn(text: string): Place[] {
  return Array.from(text.matchAll(/\/\/([^\s/?#@"'<>\\]+)@/g), ({ index, 1: userInfo = '' }) => {
    const [user = '', ...password] = userInfo.split(':');
    const start = index + '//'.length;
    return { start, end: start + userInfo.length, secrets: [user, password.join(':')].map(decoded) };
  });
}

/** The values of credential parameters in URLs and forms. Reads on in the value of any other, which may itself be a URL. */
function parametersIn(text: string): Place[] {
  const name = /(?:^|[?&#;"'])([^=&#;?\s"'<>\\]{1,64})=/g;
  const value = /[^&#;\s"'<>\\]*/y;
  const places: Place[] = [];
  for (let match = name.exec(text); match; match = name.exec(text)) {
    if (!isCredentialParameter(match[1] ?? '')) continue;
    const start = name.lastIndex;
    value.lastIndex = start;
    const [found = ''] = value.exec(text) ?? [];
    name.lastIndex = start + found.length;
    if (found !== '') places.push({ start, end: name.lastIndex, secrets: [decoded(found)] });
  }
  return places;
}

/** The values of credential properties in JSON. A string that is cut off ends with the text. */
function propertiesIn(text: string): Place[] {
  return Array.from(text.matchAll(/"([\w-]{1,64})"\s{0,64}:\s{0,64}"/g)).flatMap((match) => {
    if (!credentialProperties.test((match[1] ?? '').toLowerCase())) return [];
    const start = match.index + match[0].length;
    let end = start;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    end = Math.min(end, text.length);
    return start === end ? [] : [{ start, end, secrets: [unescaped(text.slice(start, end))] }];
  });
}

function decodedBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

function valueOfPair(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1).trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function unescaped(json: string): string {
  try {
    return JSON.parse(`"${json}"`);
  } catch {
    return json;
  }
}
