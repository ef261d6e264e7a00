// The URLs that a webhook endpoint can have: in the document, in the mock and in the suite.

/** A number from 0 to 255, as in an IPv4 address. */
const byte = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
/** The last part of a name does not start with a digit, because such a name would be read as an IPv4 address. */
const name = '([A-Za-z0-9_-]{1,63}\\.)*[A-Za-z_][A-Za-z0-9_-]{0,62}\\.?';
const ipv6 = '\\[[0-9A-Fa-f:.]+\\]';
const thisMachine = `([Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]|127(\\.${byte}){3}|\\[(0{0,4}:){2,7}0{0,3}1\\])`;
/** From 1 to 65535, or empty. */
const port =
  '(:(0*(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3}))?)?';

/**
 * The `pattern` of the document, for a string of `format: uri`: https, or http to this machine, to a host, without
 * credentials. It has no lookahead, which other languages lack, and takes linear time.
 */
export const endpointUrlPattern = `^([Hh][Tt][Tt][Pp][Ss]://(${name}|${byte}(\\.${byte}){3}|${ipv6})|[Hh][Tt][Tt][Pp]://${thisMachine})${port}([/?#][!-~]*)?$`;

/** What the pattern requires, in words. */
export const endpointUrlRule =
  'Must be an https URL with a host, a port up to 65535 and no credentials; http only to localhost, 127.0.0.1 or [::1].';

/** The longest URL of an endpoint, in characters. */
const maxLength = 2048;

/** The characters of RFC 3986. Brackets are only in the host. */
const rest = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;

/**
 * Whether events can be sent to a URL, as a URL parser of the WHATWG judges it. Accepts what the document accepts, except
 * names that are not valid Punycode (`xn--`) where the parser refuses them, as up to Node 22.
 */
export function isEndpointUrl(text: string): boolean {
  const [, , authority = '', after = ''] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (authority === '' || text.length > maxLength || !rest.test(after) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port: used } = new URL(text);
  if (username !== '' || password !== '' || authority.includes('@') || used === '0') return false;
  const written = authority.replace(/:\d*$/, '').toLowerCase();
  const isIpv6 = /^\[[\da-f:.]+\]$/.test(written);
  // The parser may read another host than the one that is written, such as 127.0.0.1 for 0x7f.1.
  if (!isIpv6 && (written !== hostname || !(isName(hostname) || isIpv4(hostname)))) return false;
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function isIpv4(host: string): boolean {
  return /^\d+(\.\d+){3}$/.test(host);
}

function isName(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return labels.every((label) => /^[\w-]{1,63}$/.test(label)) && /^[a-z_]/.test(labels.at(-1) as string);
}
