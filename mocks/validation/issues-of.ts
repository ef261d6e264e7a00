import { endpointUrlPattern, endpointUrlRule } from '../../src/contract/endpoint-url.js';
import type { SchemaError } from '../../src/generated/request-validators.js';
import { redactPlaces } from '../../src/redaction/credential-places.js';
import type { ValidationIssue } from '../http/http-error.js';
import { maxEchoedLength, maxIssues } from '../settings/limits.js';

/** Keywords whose errors are less specific than the errors of their branches and of their discriminator. */
const combiners = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'if', 'discriminator']);

/** What a value has to be, by the format or the pattern of a date. */
const dates: ReadonlyMap<unknown, string> = new Map([
  ['date', 'a date such as 2026-06-30'],
  ['date-time', 'a time such as 2026-06-30T12:00:00Z'],
  ['^[0-9]{4}-(0[1-9]|1[0-2])$', 'a month such as 2026-06'],
  [
    '^\\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?$',
    'a date such as 2026-06-30 or a month such as 2026-06',
  ],
]);

const dateIn = ({ params }: SchemaError) => dates.get(params.format ?? params.pattern);

/**
 * Converts the errors of a validator to the contract's issues.
 *
 * @param value the validated value
 * @param at the location of the value in the request, such as `['query', 'page']`
 * @returns at most {@link maxIssues} issues
 */
export function issuesOf(
  errors: readonly SchemaError[],
  value: unknown,
  at: readonly (string | number)[],
): ValidationIssue[] {
  // What is not a date need not be of its length either.
  const notDates = new Set(errors.filter(dateIn).map(({ instancePath }) => instancePath));
  const isLength = ({ keyword, instancePath }: SchemaError) =>
    keyword.endsWith('Length') && notDates.has(instancePath);
  const leaves = errors.filter((error) => !combiners.has(error.keyword) && !isLength(error));
  const issues = new Map<string, ValidationIssue>();
  for (const error of leaves.length > 0 ? leaves : errors) {
    const issue = issueOf(error, value, at);
    const name = JSON.stringify([issue.loc, issue.type]);
    if (!issues.has(name)) issues.set(name, issue);
    if (issues.size === maxIssues) break;
  }
  return [...issues.values()];
}

function issueOf(error: SchemaError, value: unknown, at: readonly (string | number)[]): ValidationIssue {
  const segments = error.instancePath.split('/').slice(1).map(unescapePointer);
  const loc = [...at];
  let input = value;
  for (const segment of segments) {
    loc.push(Array.isArray(input) ? Number(segment) : segment);
    input = (input as Record<string, unknown> | undefined)?.[segment];
  }
  const { params } = error;
  if (error.keyword === 'required') {
    return { loc: [...loc, String(params.missingProperty)], msg: 'Is required.', type: 'missing' };
  }
  const description = describe(error);
  return { loc, ...description, ...(isEchoed(input) ? { input: withoutCredentials(input) } : {}) };
}

type Description = Pick<ValidationIssue, 'msg' | 'type' | 'ctx'>;
type Describe = (params: SchemaError['params']) => Description;

const bound =
  (words: string, name: string): Describe =>
  ({ limit }) => ({ msg: `Must be ${words} ${limit}.`, type: 'range', ctx: { [name]: limit } });
const length =
  (words: 'least' | 'most', noun: 'character' | 'item'): Describe =>
  ({ limit }) => ({
    msg: `Must have at ${words} ${counted(limit, noun)}.`,
    type: 'length',
    ctx: { [words === 'least' ? 'minimum' : 'maximum']: limit },
  });

/** What an error of each keyword says. */
const descriptions: Readonly<Record<string, Describe>> = {
  enum: ({ allowedValues: allowed }) => ({
    msg: `Must be one of ${(allowed as readonly unknown[]).join(', ')}.`,
    type: 'enum',
    ctx: { allowed },
  }),
  const: ({ allowedValue }) => ({
    msg: `Must be ${JSON.stringify(allowedValue)}.`,
    type: 'enum',
    ctx: { allowed: [allowedValue] },
  }),
  type: ({ type }) => ({ msg: `Must be ${withArticle(type)}.`, type: 'type', ctx: { expected: type } }),
  format: ({ format }) => ({
    msg: `Must be ${dates.get(format) ?? `a valid ${format}`}.`,
    type: 'format',
    ctx: { format },
  }),
  pattern: ({ pattern }) => ({ msg: patternRule(pattern), type: 'pattern', ctx: { pattern } }),
  minimum: bound('at least', 'minimum'),
  maximum: bound('at most', 'maximum'),
  exclusiveMinimum: bound('greater than', 'exclusive_minimum'),
  exclusiveMaximum: bound('less than', 'exclusive_maximum'),
  minLength: length('least', 'character'),
  maxLength: length('most', 'character'),
  minItems: length('least', 'item'),
  maxItems: length('most', 'item'),
  additionalProperties: ({ additionalProperty }) => {
    const member = String(additionalProperty).slice(0, maxEchoedLength);
    return { msg: `Must not have the property ${member}.`, type: 'unknown_member', ctx: { member } };
  },
};

function describe({ keyword, params, message }: SchemaError): Description {
  return (
    descriptions[keyword]?.(params) ?? {
      msg: `${capitalized(message ?? 'is not valid')}.`,
      type: keyword,
      ctx: params,
    }
  );
}

function patternRule(pattern: unknown): string {
  if (pattern === endpointUrlPattern) return endpointUrlRule;
  const date = dates.get(pattern);
  return date === undefined ? `Must match ${pattern}.` : `Must be ${date}.`;
}

function counted(count: unknown, noun: 'character' | 'item'): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type : String(type).split(',');
  return names
    .map((name) => (name === 'null' ? name : `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`))
    .join(' or ');
}

/** A response that repeats a password or a token would store it in logs. */
function withoutCredentials(input: unknown): unknown {
  return typeof input === 'string' ? redactPlaces(input) : input;
}

/** Only short scalar values are echoed, which bounds the size of the response. */
function isEchoed(input: unknown): boolean {
  if (typeof input === 'string') return input.length <= maxEchoedLength;
  return input === null || typeof input === 'number' || typeof input === 'boolean';
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
