// @ts-check
import { posix } from 'node:path';

/**
 * What has a place of its own on the site, by its name in code: operations, error codes, events,
 * checks. Where such a name stands in a text, it is a link.
 *
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage[]} operations
 * @param {readonly { id: string }[]} checks
 * @param {string[]} codes
 * @returns {Map<string, string>} name to address on the site
 */
export function termsOf(document, operations, checks, codes) {
  return new Map([
    ...operations.map(({ operation, page }) => entry(operation.operationId, page)),
    ...codes.map((code) => entry(code, `reference/errors.html#${code}`)),
    ...Object.keys(document.webhooks).map((name) => entry(name, `reference/events.html#${name}`)),
    ...checks.map(({ id }) => entry(id, `checks.html#${id}`)),
  ]);
}

/** @param {string} page @param {string | undefined} address on the site, as seen from the page */
export function addressFrom(page, address) {
  return address === undefined ? null : posix.relative(posix.dirname(page), address);
}

/**
 * Where the site shows what an address of `requirements.yaml` names.
 *
 * @param {string} place such as `listCommitments query page` or `Schema Pagination.total_items`
 * @param {Map<string, string>} terms
 * @param {Set<string>} shown addresses of fields and parameters
 * @returns {string | undefined} nothing for places that are everywhere, such as `every success`
 */
export function addressOfPlace(place, terms, shown) {
  const [subject = '', part = '', name = ''] = place.split(' ');
  if (subject === 'Schema') return `reference/schemas.html#${part.split('.')[0]}`;
  if (subject === 'webhook') return terms.get(part);
  const page = terms.get(subject);
  const address = `${page}#${fragmentOf(part, name)}`;
  return shown.has(address) || /#(body|answer-\d+|failure-\d+)$/.test(address) ? address : page;
}

/** @param {string} part @param {string} name */
function fragmentOf(part, name) {
  if (part === 'query' || part === 'path' || part === 'header') return `${part}-${name}`;
  if (part === 'body') return name ? `body.${plain(name)}` : 'body';
  if (/^2\d\d$/.test(part)) return `answer-${part}`;
  if (/^\d{3}$/.test(part)) return `failure-${part}`;
  return plain(part);
}

/** @param {string} path of a field */
const plain = (path) => path.replaceAll('[]', '');

/** @param {string} name @param {string} address @returns {[string, string]} */
const entry = (name, address) => [name, address];
