import type { getHttpOperationsFromSpec, IHttpConfig, IHttpResponse } from '@stoplight/prism-http';
import type { OperationId } from '../../src/generated/operations.js';
import { responseValidators } from '../../src/generated/validators.js';
import { documentedResponse } from '../http/envelope.js';
import type { Handler } from '../http/exchange.js';
import { HttpError } from '../http/http-error.js';
import {
  type Examples,
  examplesIn,
  failureHeaders,
  nothingPreferred,
  preferred,
} from '../stages/examples.js';
import type { MockResponse } from '../types.js';
import { type Preference, readPrefer } from './prefer.js';
import { PrismMissingError } from './prism-missing-error.js';

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** How many responses are generated to find one that matches its schema. */
const maxGenerationAttempts = 5;

/**
 * Creates an engine that returns the document's examples, or generates responses from its schemas. The stages
 * handle routing, authentication and validation, so Prism gets only the matched operation.
 *
 * @param document the bundled OpenAPI document
 * @throws {PrismMissingError} if the package of Prism is not installed
 */
export async function createPrismEngine(document: Readonly<Record<string, any>>): Promise<Handler> {
  const { createInstance, getHttpOperationsFromSpec } = await loadPrism();
  const examples = examplesIn(document);
  // A copy, because Prism's parser modifies its argument; and it only knows `const`.
  const copy = JSON.parse(JSON.stringify(document).replaceAll('"x-const":', '"const":'));
  const operations = new Map(
    (await getHttpOperationsFromSpec(copy)).map((operation) => [operation.iid as OperationId, operation]),
  );
  const prism = createInstance(configOf(nothingPreferred), {
    logger: quietLogger as never,
    route: ({ resources }) => ({ _tag: 'Right', right: resources[0] as PrismOperation }),
  });

  const outputOf = async (operation: PrismOperation, preference: Preference) => {
    const url = { path: operation.path, query: {} };
    const input = { method: operation.method as 'get', url, headers: {} };
    const result = await prism.request(input, [operation], configOf(preference))();
    if (result._tag === 'Left') throw result.left;
    return result.right.output;
  };

  return async ({ matched, request }) => {
    const { operationId } = matched.route.operation;
    const operation = operations.get(operationId) as PrismOperation;
    const preference = preferred(
      examples.get(operationId) as Examples,
      readPrefer(request.headers.prefer) ?? nothingPreferred,
      String(matched.route.successStatus),
    );
    if (!preference.dynamic) return toResponse(await outputOf(operation, preference));
    for (let attempt = 0; attempt < maxGenerationAttempts; attempt++) {
      const output = await outputOf(operation, preference);
      if (responseValidators[operationId][output.statusCode]?.(output.body)) return toResponse(output);
    }
    throw new HttpError(
      'INTERNAL_SERVER_ERROR',
      `Prism generated no valid response for ${operationId}. Request an example by name instead.`,
    );
  };
}

function toResponse({ statusCode, headers = {}, body }: IHttpResponse): MockResponse {
  return documentedResponse(statusCode, body, statusCode < 400 ? {} : pickFailureHeaders(headers));
}

/** Imports Prism in a `try`, with which bundlers accept that the package is missing. */
async function loadPrism() {
  try {
    return await import('@stoplight/prism-http');
  } catch (error) {
    // Node's code is ERR_MODULE_NOT_FOUND, that of a bundle is MODULE_NOT_FOUND.
    if (!String((error as { code?: unknown }).code).endsWith('MODULE_NOT_FOUND')) throw error;
    throw new PrismMissingError(
      'Generated responses and --engine prism require Prism: npm install --save-dev @stoplight/prism-http@5.12.0',
    );
  }
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

const levels = ['success', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/** Discards all messages: Prism's default logger more than halves its throughput. */
const quietLogger: any = {
  child: () => quietLogger,
  ...Object.fromEntries(levels.map((level) => [level, () => undefined])),
};
