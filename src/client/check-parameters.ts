import { operationMethods } from '../generated/methods.js';
import { describe } from './describe.js';
import type { OperationId } from './methods/operation-types.js';
import { checkNames } from './options.js';

/** The parameters of a call. */
export interface Parameters {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/**
 * Checks the path and query parameters of a call, since `fetch` would send `[object Object]`, nothing at all, or a request to
 * another path.
 *
 * @param operation null for a path that the document does not have, whose parameters are unknown
 * @param template the path template, such as `/api/v1/commitments/detail/{commitment_id}`
 * @throws {TypeError} if a parameter is unknown, its value is of another type, or a URL cannot contain it
 */
export function checkParameters(
  operation: OperationId | null,
  template: string,
  { path = {}, query }: Parameters = {},
): void {
  const given = { ...path, ...query };
  // Half of a character has no percent-encoding.
  for (const [name, value] of Object.entries(given)) {
    const broken = [value].flat().find((one) => isString(one) && /\p{Surrogate}/u.test(one));
    if (broken === undefined) continue;
    const where = operation ?? 'The call';
    throw new TypeError(`${where}: '${name}' contains half of a surrogate pair: ${describe(broken)}.`);
  }
  if (operation !== null) checkTypes(operation, given);
  for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    const value = path[name];
    // URL parsers resolve dot segments, even if they are percent-encoded.
    if (/^\.{0,2}$/.test(String(value ?? ''))) {
      const rule = "must not be empty, '.' or '..'";
      throw new TypeError(`Path parameter '${name}' ${rule}, got ${describe(value)}.`);
    }
  }
}

function checkTypes(operation: OperationId, given: Readonly<Record<string, unknown>>): void {
  const [, , ...parameters] = operationMethods[operation].split(' ');
  const types = new Map(parameters.map((one) => one.split(':') as [string, string | undefined]));
  checkNames(operation, given, [...types.keys()], 'parameter');
  for (const [name, value] of Object.entries(given)) {
    const [article, isOfType] = kinds[types.get(name) ?? 'string'] as Kind;
    if (value !== undefined && !isOfType(value))
      throw new TypeError(`${operation}: '${name}' must be ${article}, got ${describe(value)}.`);
  }
}

const isString = (value: unknown): value is string => typeof value === 'string';

type Kind = readonly [article: string, isOfType: (value: unknown) => boolean];

/** The types of parameters. */
const kinds: Readonly<Record<string, Kind>> = {
  string: ['a string', isString],
  integer: ['an integer', Number.isInteger],
  number: ['a number', Number.isFinite],
  array: ['an array of strings', (value) => Array.isArray(value) && value.every(isString)],
};
