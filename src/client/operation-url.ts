import { createQuerySerializer } from 'openapi-fetch';

/** Parameters of an operation, by where they go. */
export interface UrlParameters {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

const searchOf = createQuerySerializer();

/**
 * The address of an operation, each value percent-encoded once.
 *
 * @param template such as `/api/v1/commitments/detail/{commitment_id}`
 * @throws {TypeError} when a path parameter is missing, or would lead to another path
 */
export function operationUrl(
  baseUrl: string,
  template: string,
  { path = {}, query = {} }: UrlParameters,
): string {
  // Most operations have no parameters in their path, and many calls none at all: they need not wait for either.
  const pathname = template.includes('{')
    ? template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, path[name]))
    : template;
  const search = isEmpty(query) ? '' : searchOf(query);
  return search === '' ? baseUrl + pathname : `${baseUrl}${pathname}?${search}`;
}

function isEmpty(record: object): boolean {
  for (const _ in record) return false;
  return true;
}

function segment(name: string, value: unknown): string {
  const text = String(value ?? '');
  // URLs resolve these, however they are encoded.
  if (/^\.{0,2}$/.test(text)) {
    throw new TypeError(`${name} is ${JSON.stringify(value)}, which cannot be a part of a path: pass an id.`);
  }
  return encodeURIComponent(text);
}
