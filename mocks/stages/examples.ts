import type { OperationId } from '../../src/generated/operations.js';
import { documentedResponse } from '../http/envelope.js';
import type { Handler } from '../http/exchange.js';
import { type HttpError, invalid } from '../http/http-error.js';
import { type Preference, readPrefer } from '../prism/prefer.js';
import type { MockResponse } from '../types.js';

/** A response of the document, with its examples by name. */
interface ExampleResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly examples: ReadonlyMap<string, unknown>;
}

/** The responses of an operation by status, in the order of the document. */
export type Examples = ReadonlyMap<string, ExampleResponse>;

/** The headers to take from error responses of the document or of Prism; the stages set all others. */
export const failureHeaders: ReadonlySet<string> = new Set(['Retry-After', 'WWW-Authenticate']);

/**
 * Creates an engine that returns the document's examples, selected by `Prefer: code=…, example=…`.
 *
 * @param generated handles `dynamic=true`
 */
export function examplesEngine(generated: Handler): Handler {
  let loaded: Promise<ReadonlyMap<OperationId, Examples>> | null = null;
  return async (exchange) => {
    const { request, matched } = exchange;
    const preference = readPrefer(request.headers.prefer) ?? nothingPreferred;
    if (preference.dynamic) return generated(exchange);
    // Imported on first use, since the document is large and most mocks never return an example.
    loaded ??= import('../../src/generated/document.js').then(({ document }) => examplesIn(document));
    const examples = (await loaded).get(matched.route.operation.operationId) as Examples;
    return exampleOf(examples, preferred(examples, preference, String(matched.route.successStatus)));
  };
}

export const nothingPreferred: Preference = { code: null, example: null, dynamic: false };

/** A preference with a status code. */
export interface Preferred extends Preference {
  readonly code: string;
}

/**
 * Finds the status code of the preferred example.
 *
 * @throws {HttpError} 422 if the document has no such code or example
 */
export function preferred(examples: Examples, preference: Preference, successStatus: string): Preferred {
  const { code, example } = preference;
  if (code !== null && !examples.has(code)) throw unknown('code', code, [...examples.keys()]);
  if (example === null) return { ...preference, code: code ?? successStatus };
  const places = code === null ? [successStatus, ...examples.keys()] : [code];
  const namesOf = (place: string) => [...(examples.get(place)?.examples.keys() ?? [])];
  const place = places.find((candidate) => namesOf(candidate).includes(example));
  if (place === undefined) throw unknown('example', example, [...new Set(places.flatMap(namesOf))]);
  return { ...preference, code: place };
}

function exampleOf(examples: Examples, { code, example }: Preferred): MockResponse {
  const response = examples.get(code);
  const named = response?.examples ?? new Map<string, unknown>();
  const [first] = named.values();
  const envelope = example === null ? first : named.get(example);
  return documentedResponse(Number(code), envelope, response?.headers ?? {});
}

function unknown(preference: string, input: string, allowed: readonly string[]): HttpError {
  return invalid([
    {
      loc: ['header', 'Prefer', preference],
      msg: `Must be one of ${allowed.join(', ')}.`,
      type: 'enum',
      input,
      ctx: { allowed },
    },
  ]);
}

/** @param document the bundled OpenAPI document */
export function examplesIn(document: Readonly<Record<string, any>>): ReadonlyMap<OperationId, Examples> {
  const follow = (part: any): any => ('$ref' in part ? follow(at(document, part.$ref)) : part);
  const responseOf = (response: any): ExampleResponse => ({
    headers: Object.fromEntries(
      Object.entries<any>(response.headers ?? {})
        .filter(([name]) => failureHeaders.has(name))
        .map(([name, header]) => [name, String(follow(follow(header).schema).examples[0])]),
    ),
    examples: new Map(
      Object.entries<any>(response.content?.['application/json']?.examples ?? {}).map(([name, example]) => [
        name,
        follow(example).value,
      ]),
    ),
  });
  return new Map(
    Object.values<any>(document.paths)
      .flatMap((item) => Object.values<any>(item))
      .filter(({ operationId }) => operationId !== undefined)
      .map(({ operationId, responses }) => [
        operationId,
        new Map(Object.entries(responses).map(([code, response]) => [code, responseOf(follow(response))])),
      ]),
  );
}

function at(document: Readonly<Record<string, any>>, pointer: string): any {
  return pointer
    .slice(2)
    .split('/')
    .reduce((part: any, name) => part[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
