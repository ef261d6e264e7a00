// The places of HTTP messages that contain credentials, by name.

import { decode, indexBeforeDecoding, maxDepth } from './escapes.js';
import { redactedMark } from './redact-secrets.js';

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

/** A part of a text with secrets: `end` is exclusive. */
interface Place {
  start: number;
  end: number;
  /** The part of the text, at the level of escapes where it was found. */
  readonly raw: string;
  /** Returns the secrets in `raw`, decoded: only where they are needed, because a text can have millions of places. */
  readonly read: (raw: string) => readonly string[];
  /** Places that overlap with it. */
  others?: Place[];
}

/**
 * Replaces the secrets in a text that are identified by their names with `[redacted]`: credentials in parameters, in
 * JSON properties, and before the host of a URL. Also finds them in strings within strings, such as JSON in a JSON string
 * or a URL in a parameter.
 */
export function redactPlaces(text: string): string {
  let replaced = '';
  let from = 0;
  for (const { start, end } of placesIn(text, maxDepth)) {
    replaced += text.slice(from, start) + redactedMark;
    from = end;
  }
  return replaced + text.slice(from);
}

/** Yields the secrets that {@link redactPlaces} replaces, decoded. */
export function* secretsInPlaces(text: string): Generator<string> {
  for (const { raw, read, others } of placesIn(text, maxDepth)) {
    yield* read(raw);
    if (others) yield* secretsAt(others);
  }
}

function secretsAt(places: readonly Place[]): string[] {
  return places.flatMap(({ raw, read, others }) => [...read(raw), ...secretsAt(others ?? [])]);
}

/** Returns the places in a text and in its decoded form. @param depth of the escapes that are decoded */
function placesIn(text: string, depth: number): readonly Place[] {
  const here = hints.test(text) ? outermost([userInfosIn(text), parametersIn(text), propertiesIn(text)]) : [];
  if (depth === 0 || !/[\\%&]/.test(text)) return here;
  const inner = decode(text);
  if (inner === text) return here;
  const places = placesIn(inner, depth - 1);
  if (places.length === 0) return here;
  const before = indexBeforeDecoding(text);
  for (const place of places) {
    place.start = before(place.start);
    place.end = before(place.end);
  }
  return outermost([here, notCovered(places, here)]);
}

/** Both lists are sorted. */
function notCovered(places: readonly Place[], covering: readonly Place[]): Place[] {
  let next = 0;
  return places.filter(({ start, end }) => {
    while ((covering[next]?.end ?? Number.POSITIVE_INFINITY) < end) next += 1;
    return !((covering[next]?.start ?? Number.POSITIVE_INFINITY) <= start);
  });
}

/** Sorts places of several lists and joins those that overlap. Each list is sorted. */
function outermost(lists: readonly (readonly Place[])[]): readonly Place[] {
  const [places = [], ...more] = lists.filter(({ length }) => length > 0);
  if (more.length === 0) return places;
  const joined: Place[] = [];
  for (const place of places.concat(...more).sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (!last || place.start >= last.end) joined.push(place);
    else {
      last.end = Math.max(last.end, place.end);
      last.others ??= [];
      last.others.push(place);
    }
  }
  return joined;
}

/** The user and password of URLs. */
function userInfosIn(text: string): Place[] {
  const userInfo = /\/\/([^\s/?#@"'<>\\]+)@/g;
  const places: Place[] = [];
  for (let match = userInfo.exec(text); match; match = userInfo.exec(text)) {
    const end = userInfo.lastIndex - '@'.length;
    places.push({ start: match.index + '//'.length, end, raw: match[1] ?? '', read: userAndPassword });
  }
  return places;
}

function userAndPassword(raw: string): string[] {
  const colon = raw.indexOf(':');
  return colon < 0 ? [decoded(raw)] : [decoded(raw.slice(0, colon)), decoded(raw.slice(colon + 1))];
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
    const [raw = ''] = value.exec(text) ?? [];
    name.lastIndex = start + raw.length;
    if (raw !== '') places.push({ start, end: name.lastIndex, raw, read: (one) => [decoded(one)] });
  }
  return places;
}

/** The values of credential properties in JSON. A string that is cut off ends with the text. */
function propertiesIn(text: string): Place[] {
  const property = /"([\w-]{1,64})"\s{0,64}:\s{0,64}"/g;
  const places: Place[] = [];
  for (let match = property.exec(text); match; match = property.exec(text)) {
    if (!credentialProperties.test((match[1] ?? '').toLowerCase())) continue;
    const start = property.lastIndex;
    let end = start;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    end = Math.min(end, text.length);
    if (start < end)
      places.push({ start, end, raw: text.slice(start, end), read: (value) => [unescaped(value)] });
  }
  return places;
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
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function unescaped(json: string): string {
  if (!json.includes('\\')) return json;
  try {
    return JSON.parse(`"${json}"`);
  } catch {
    return json;
  }
}
