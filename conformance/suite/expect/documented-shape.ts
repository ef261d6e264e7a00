import type { SchemaError } from '../../../src/generated/validators.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { withoutRows } from '../../engine/judge/fingerprint.js';
import { perExchange } from '../../engine/judge/per-exchange.js';
import type { Departure } from '../../engine/judge/standards.js';
import { show } from '../../engine/show.js';
import { expectedOf, nameOf, schemaErrorsOf, segmentsOf, valueAt } from './schema-errors.js';

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
