import { operationMethods } from '../generated/methods.js';
import { unknownOption } from '../text/unknown-option.js';
import type { OperationId } from './methods/operation-types.js';

/**
 * Checks the path and query parameters of a call, since `fetch` would send `[object Object]` or nothing at all.
 *
 * @param operation null for a path that the document does not have, whose parameters are unknown
 * @throws {TypeError} if a parameter is unknown, its value is of another type, or a URL cannot contain it
 */
export function checkParameters(
  operation: OperationId | null,
  { path, query }: { readonly path?: object; readonly query?: object } = {},
): void {
  const given = { ...path, ...query };
  checkTexts(operation ?? 'The call', given);
  if (operation === null) return;
  const { parameters = '' } = operationMethods[operation] as { parameters?: string };
  const types = new Map<string, string | undefined>(
    parameters.split(' ').map((one) => one.split(':') as [string, string]),
  );
  const unknown = unknownOption(given, [...types.keys()], 'parameter');
  if (unknown !== undefined) throw new TypeError(`${operation}: ${unknown}`);
  for (const [name, value] of Object.entries(given)) {
    const type = types.get(name) ?? 'string';
    if (value !== undefined && !isOf(type, value))
      throw new TypeError(`${operation}: '${name}' must be ${articles[type]}, got ${describe(value)}.`);
  }
}

/** Half of a character has no percent-encoding. */
function checkTexts(subject: string, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    const broken = [value].flat().find((text) => typeof text === 'string' && /\p{Surrogate}/u.test(text));
    if (broken === undefined) continue;
    throw new TypeError(`${subject}: '${name}' contains half of a surrogate pair: ${describe(broken)}.`);
  }
}

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  array: 'an array of strings',
};

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (type === 'integer') return Number.isInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === 'string';
}

/** Describes a value by its type where its content could be long. */
export function describe(value: unknown): string {
  if (value instanceof Date) return "a Date. Pass a string such as '2026-06-30'";
  if (typeof value === 'object' && value !== null) return value.constructor?.name ?? 'Object';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
