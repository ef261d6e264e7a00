import { createInstance, getHttpOperationsFromSpec, type IHttpConfig } from '@stoplight/prism-http';
import type { OperationId } from '../../src/generated/operations.js';
import { responseValidators } from '../../src/generated/validators.js';
import { Refusal } from '../refusal.js';
import { type Examples, examplesIn, nothingPreferred, preferred } from '../stages/examples.js';
import type { Engine } from '../stages/respond.js';
import type { DocumentedResponse } from '../types.js';
import { type Preference, readPrefer } from './prefer.js';
import { quietLogger } from './quiet-logger.js';

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** How often a generated answer may fail to fit its own schema before we give up. */
const generationTries = 5;

/** Of the headers Prism makes up, those that belong to a failure; all others are the stages' to set. */
const failureHeaders: ReadonlySet<string> = new Set(['Retry-After', 'WWW-Authenticate']);

/**
 * Prism as a library: answers from the document's examples, or by its schemas where asked to. Routing,
 * keys and validation have been done by the stages, so it is given the one operation and nothing to check.
 *
 * @param document the bundled OpenAPI document
 */
export async function createPrismEngine(document: Readonly<Record<string, any>>): Promise<Engine> {
  const examples = examplesIn(document);
  // Prism's parser changes the object it is given.
  const operations = new Map(
    (await getHttpOperationsFromSpec(structuredClone(document))).map((operation) => [
      operation.iid as OperationId,
      operation,
    ]),
  );
  const prism = createInstance(configOf(nothingPreferred), {
    logger: quietLogger() as never,
    route: ({ resources }) => ({ _tag: 'Right', right: resources[0] as PrismOperation }),
  });

  const ask = async (operation: PrismOperation, preference: Preference): Promise<DocumentedResponse> => {
    const url = { path: operation.path, query: {} };
    const input = { method: operation.method as 'get', url, headers: {} };
    const result = await prism.request(input, [operation], configOf(preference))();
    if (result._tag === 'Left') throw result.left;
    const { statusCode, headers = {}, body } = result.right.output;
    return {
      status: statusCode,
      envelope: body,
      headers: statusCode < 400 ? {} : pickFailureHeaders(headers),
    };
  };

  return async ({ matched, request }) => {
    const { operationId } = matched.route.operation;
    const operation = operations.get(operationId) as PrismOperation;
    const preference = preferred(
      examples.get(operationId) as Examples,
      readPrefer(request.headers.prefer) ?? nothingPreferred,
      String(matched.route.successStatus),
    );
    if (!preference.dynamic) return ask(operation, preference);
    for (let tries = 0; tries < generationTries; tries++) {
      const answer = await ask(operation, preference);
      if (responseValidators[operationId][answer.status]?.(answer.envelope)) return answer;
    }
    throw new Refusal(
      'INTERNAL_SERVER_ERROR',
      `Prism generates no answer for ${operationId} that fits its schema; ask for an example by name instead.`,
    );
  };
}

function configOf({ code, example, dynamic }: Preference): IHttpConfig {
  return {
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    mock: {
      dynamic,
      ...(code === null ? {} : { code: Number(code) }),
      ...(example === null ? {} : { exampleKey: example }),
    },
  };
}

function pickFailureHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => failureHeaders.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
