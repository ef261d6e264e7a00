import { createHash } from 'node:crypto';
import { scenarios } from '../../../mocks/dataset/index.js';
import { defaultNow } from '../../../mocks/session/clock.js';
import { examplesOf, jsonOf, type Operation } from './document.js';
import { shapeOf } from './shape.js';

/** A parameter in the form. */
export interface Control {
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  /** The allowed values, if the document lists all of them. */
  readonly choices: readonly string[];
  readonly isList: boolean;
  readonly isNumber: boolean;
  readonly initial: string;
  readonly fallback: string;
}

/** Data of the form of an operation. */
export interface TryIt {
  /** The operationId, which is also the name of the client's method. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly controls: readonly Control[];
  /** A key for the samples of a write, the same in every build. */
  readonly idempotencyKey: string | undefined;
  readonly bodies: readonly { readonly name: string; readonly text: string }[];
  /** Every named example response of the document. */
  readonly responses: readonly { readonly status: string; readonly example: string }[];
  /** The first example of a successful response, shown until a response is there. */
  readonly example: { readonly status: string; readonly name: string; readonly text: string };
  readonly scenarios: readonly string[];
  readonly now: string;
}

export function tryItOf(
  { id, method, path, parameters, requestBody, responses }: Operation,
  ids: Readonly<Record<string, string>>,
): TryIt {
  const named = Object.entries<any>(responses).flatMap(([status, response]) =>
    examplesOf(jsonOf(response)).map(({ name, value }) => ({ status, name, value })),
  );
  const [first] = named;
  if (first === undefined) throw new Error(`${id} has no example response.`);
  return {
    id,
    method: method.toUpperCase(),
    path,
    controls: parameters.map(({ value }) => controlOf(value, ids)),
    idempotencyKey: parameters.some(({ value }) => value.name === 'Idempotency-Key') ? uuidOf(id) : undefined,
    bodies: examplesOf(requestBody ? jsonOf(requestBody) : undefined).map(({ name, value }) => ({
      name,
      text: JSON.stringify(value, null, 2),
    })),
    responses: named.map(({ status, name }) => ({ status, example: name })),
    example: { status: first.status, name: first.name, text: JSON.stringify(first.value, null, 2) },
    scenarios,
    now: defaultNow,
  };
}

function controlOf(parameter: any, ids: Readonly<Record<string, string>>): Control {
  const shape = shapeOf(parameter.schema);
  const { schema } = shape.items ?? shape;
  const choices: string[] = schema.enum ?? [];
  const filled = parameter.in === 'path' ? ids[parameter.name] : parameter.required && choices[0];
  return {
    place: parameter.in,
    name: parameter.name,
    required: parameter.required ?? false,
    choices,
    isList: shape.items !== undefined,
    isNumber: /integer|number/.test(shape.types.join()),
    initial: filled || '',
    fallback: String(shape.schema.default ?? ''),
  };
}

/** Derives a version 4 UUID from a name. */
function uuidOf(name: string): string {
  return createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
}
