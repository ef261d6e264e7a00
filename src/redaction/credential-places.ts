// The places of HTTP messages that contain credentials, by name.

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
  /^(api[-_]?key|private[-_]?key|((access|auth|bearer|csrf|id|refresh|session|xsrf)[-_]?)?token|([a-z]+[-_])?secret|password|passwd|pwd|credentials?)$/;

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
const hints = /@|%|auth|credential|jwt|key|pass|pwd|secret|session|sid|sig|token/i;

/** Matches URLs, parameter lists and JSON, also within a text. */
const places =
  // Bounded: what precedes a failure is at most 64 characters, or has no start of another match in it.
  /((?:[a-z][a-z\d+.-]{0,20}:)?\/\/)([^\s/?#@"'<>\\]+)@|(^|[?&#;])([^=&#;?\s"'<>\\]{1,64})=([^&#;\s"'<>\\]+)|"([\w-]{1,64})"(\s*:\s*)"((?:[^"\\]|\\.)*)"/gi;

/**
 * Replaces the secrets in a text that are identified by their names: credentials in parameters, in
 * JSON properties, and before the host of a URL.
 *
 * @param replace called with each secret, decoded
 */
export function replaceInText(text: string, replace: (secret: string) => string): string {
  if (!hints.test(text)) return text;
  return text.replace(places, (whole: string, ...parts: (string | undefined)[]) => {
    const [origin, userInfo, separator, parameter, value, property, colon, json] = parts;
    if (userInfo !== undefined) {
      const [user = '', ...password] = userInfo.split(':');
      return `${origin}${[user, password.join(':')].map((secret) => replace(decoded(secret)))[0]}@`;
    }
    if (parameter !== undefined && value !== undefined) {
      return isCredentialParameter(parameter) ? `${separator}${parameter}=${replace(decoded(value))}` : whole;
    }
    if (property === undefined || !json || !credentialProperties.test(property.toLowerCase())) return whole;
    return `"${property}"${colon}"${replace(unescaped(json))}"`;
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
