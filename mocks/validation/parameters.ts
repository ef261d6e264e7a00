import type { Operation, OperationParameter } from '../../src/generated/operations.js';
import { parameterValidators, type Validator } from '../../src/generated/request-validators.js';
import { getOrInsert } from '../../src/get-or-insert.js';
import { HttpError, type ValidationIssue } from '../http/http-error.js';
import { issuesOf } from './issues-of.js';

/** Parses strings to typed values and adds their issues. */
export type ParameterReader<Source = any> = (
  source: Source,
  issues: ValidationIssue[],
) => Record<string, any>;

/**
 * Creates a reader of decoded path parameters. It throws a 404 {@link HttpError} for an id that does not match its
 * schema, since no resource can have it.
 */
export function pathReader(operation: Operation): ParameterReader<Readonly<Record<string, string>>> {
  const specs = specsOf(operation, 'path');
  return (params, issues) => {
    const values: Record<string, any> = {};
    for (const spec of specs) {
      const value = spec.parse(params[spec.name] ?? '');
      if (spec.isId && !spec.validator(value)) {
        throw new HttpError('NOT_FOUND', `Invalid ${spec.name}: ${issueIn(spec, value)}`);
      }
      values[spec.name] = check(spec, value, issues);
    }
    return values;
  };
}

/**
 * Creates a reader of raw query strings. Adds the names of unknown parameters to `unknown`, up to a maximum, and to `missing`
 * the name and value of those that are probably a value that a program does not have, such as `undefined`.
 */
export function queryReader(
  operation: Operation,
): (
  query: string,
  issues: ValidationIssue[],
  unknown: string[],
  missing?: [name: string, value: string][],
) => Record<string, any> {
  const specs = specsOf(operation, 'query');
  const names = new Map(specs.map((spec) => [spec.name, spec]));
  const required = specs.filter((spec) => spec.required);
  const withDefault = specs.filter((spec) => spec.default !== undefined);
  const defaults = Object.fromEntries(withDefault.map((spec) => [spec.name, spec.default]));
  return (query, issues, unknown, missing = []) => {
    const sent = query === '' ? nothing : collect(query, names, unknown);
    const values: Record<string, any> = { ...defaults };
    for (const spec of sent.size > 0 ? specs : required) {
      const texts = sent.get(spec.name);
      const noValue = texts?.find((text) => missingValues.has(text));
      if (noValue !== undefined) missing.push([spec.name, noValue]);
      if (texts === undefined) {
        if (spec.required) issues.push({ loc: ['query', spec.name], msg: 'Is required.', type: 'missing' });
      } else if (spec.isList) values[spec.name] = check(spec, texts.map(spec.parse), issues);
      else if (texts.length === 1) values[spec.name] = check(spec, spec.parse(texts[0] as string), issues);
      else issues.push({ loc: ['query', spec.name], msg: 'Must not be repeated.', type: 'repeated' });
    }
    return values;
  };
}

interface Spec {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly isList: boolean;
  /** Whether the parameter is the id of a resource. */
  readonly isId: boolean;
  readonly default: unknown;
  /** Returns the text unchanged if it is not of the type; the validator rejects it. */
  readonly parse: (text: string) => unknown;
  readonly validator: Validator;
}

/** What a program sends if it converts a value that it does not have to a string. */
const missingValues: ReadonlySet<string> = new Set([
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  'Invalid Date',
  'None',
]);

/** Unknown parameters reported per request. */
const maxUnknown = 5;

const nothing: ReadonlyMap<string, string[]> = new Map();

function specsOf(operation: Operation, place: 'path' | 'query'): Spec[] {
  return operation.parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => ({
      name: parameter.name,
      in: place,
      required: parameter.required,
      isList: parameter.schema.type === 'array',
      isId: place === 'path' && parameter.schema.type === 'string',
      default: parameter.schema.default,
      parse: parserOf(parameter),
      validator: parameterValidators[operation.operationId][`${place}:${parameter.name}`] as Validator,
    }));
}

function parserOf(parameter: OperationParameter): (text: string) => unknown {
  const { type } = parameter.items ?? parameter.schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return (text) => {
    if (text === '' && types.includes('null')) return null;
    if (types.includes('integer') && /^-?\d{1,300}$/.test(text)) return Number(text);
    if (types.includes('number') && /^-?\d{1,300}(\.\d{1,300})?$/.test(text)) return Number(text);
    if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
    return text;
  };
}

function collect(
  query: string,
  names: ReadonlyMap<string, unknown>,
  unknown: string[],
): Map<string, string[]> {
  const sent = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    // As in URLSearchParams, an empty part is skipped; `=1` is a parameter without a name.
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (!names.has(name)) {
      if (unknown.length < maxUnknown && !unknown.includes(name)) unknown.push(name);
      continue;
    }
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    getOrInsert(sent, name, () => []).push(value);
  }
  return sent;
}

function decode(text: string): string {
  try {
    return text.includes('%') || text.includes('+') ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
  } catch {
    throw new HttpError('BAD_REQUEST', 'The query is not valid percent-encoding.');
  }
}

function issueIn(spec: Spec, value: unknown): string {
  const [issue] = issuesOf(spec.validator.errors ?? [], value, [spec.in, spec.name]);
  return issue ? issue.msg.charAt(0).toLowerCase() + issue.msg.slice(1) : 'is not valid.';
}

function check(spec: Spec, value: unknown, issues: ValidationIssue[]): unknown {
  if (!spec.validator(value)) {
    issues.push(...issuesOf(spec.validator.errors ?? [], value, [spec.in, spec.name]));
  }
  return value;
}
