import type { SchemaError } from '../../../src/generated/validators.js';
import { show } from '../../engine/expect/show.js';
import { type CompleteExchange, type Exchange, isSuccess } from '../../engine/http/exchange.js';
import { withoutRows } from '../../engine/judge/fingerprint.js';
import type { Violation } from '../../engine/judge/outcome.js';
import { perExchange } from '../../engine/judge/per-exchange.js';
import { expectedOf, nameOf, schemaErrorsOf, segmentsOf, valueAt } from './schema-errors.js';

/** A required field that a response lacks, or whose type is not the documented one. */
export interface Departure {
  /** The field, with `[]` in place of a row: `data.items[].id`. */
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Returns the first part of a success that departs from the documented shape of its operation: all required fields,
 * each of its documented type. Values are not part of the shape.
 *
 * @returns null if the response has the documented shape
 */
export const departureOf = perExchange((exchange): Departure | null => {
  const { response } = exchange;
  if (response.json === undefined) return { field: 'the body', expected: 'JSON', actual: 'something else' };
  const errors = schemaErrorsOf(exchange);
  if (errors === undefined) {
    return { field: 'the status', expected: 'a documented status', actual: String(response.status) };
  }
  const error = errors.find(isAboutShape);
  return error ? departure(error, response) : null;
});

/**
 * Whether a server has adopted the contract in some responses: at least one is a success, and each success has the
 * documented shape. Figures of such responses that contradict each other are a failure, also of fields that are only proposed.
 */
function haveDocumentedShape(exchanges: Iterable<Exchange>): boolean {
  const successes = [...exchanges].filter(isSuccess);
  return successes.length > 0 && successes.every((exchange) => departureOf(exchange) === null);
}

/**
 * Notes on each violation whether the responses that it compares have the documented shape. Must be called before
 * their bodies are dropped.
 *
 * @param obtained the exchanges that the check obtained or judged
 */
export function withShape(violations: readonly Violation[], obtained: Iterable<Exchange>): Violation[] {
  const all = new Set(obtained);
  return violations.map(({ compared, ...violation }) => {
    const { exchange } = violation;
    const exchanges = new Set([...(compared ?? all), ...(exchange ? [exchange] : [])]);
    return { ...violation, isDocumented: haveDocumentedShape(exchanges) };
  });
}

const isAboutShape = ({ keyword }: SchemaError) =>
  ['required', 'type', 'oneOf', 'anyOf', 'discriminator'].includes(keyword);

function departure(error: SchemaError, { json }: CompleteExchange['response']): Departure {
  const path = segmentsOf(error);
  const isMissing = error.keyword === 'required';
  return {
    field: withoutRows(nameOf(path)).replaceAll('`', ''),
    expected: isMissing ? 'a value' : expectedOf(error),
    actual: isMissing ? 'nothing' : show(valueAt(json, path)),
  };
}
