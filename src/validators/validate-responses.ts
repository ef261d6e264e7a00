import type { Middleware } from 'openapi-fetch';
import { operationOf } from '../contract/operation-of.js';
import type { OperationId } from '../generated/operations.js';
import { responseValidators, type SchemaError } from '../generated/validators.js';
import { ResponseValidationError, type ResponseViolation } from './response-validation-error.js';

/** Options of {@link validateResponses}. */
export interface ValidateResponsesOptions {
  /** Called for each response that violates the contract. Without it, the call rejects with the error. */
  readonly onInvalid?: (error: ResponseValidationError) => void;
}

/** Keywords that only report that a branch failed; the errors of the branches and of their discriminator are more specific. */
const combiners: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'discriminator']);

/**
 * Validates every successful response against its schema, with precompiled validators. Additional properties are
 * allowed.
 *
 * @returns middleware for the client, or for openapi-fetch itself, which throws a {@link ResponseValidationError}
 * unless `onInvalid` is set
 * @example
 * ```ts
 * import { createClient } from 'cloud-cost-contract';
 * import { validateResponses } from 'cloud-cost-contract/validators';
 *
 * const client = createClient({
 *   baseUrl: 'http://127.0.0.1:4010',
 *   apiKey: 'ccc_test_caller',
 *   middleware: [validateResponses({ onInvalid: (error) => console.warn(error.message) })],
 * });
 * await client.listProviders();
 * ```
 */
export function validateResponses({ onInvalid }: ValidateResponsesOptions = {}): Middleware {
  return {
    async onResponse({ request, schemaPath, response }) {
      const operation = operationOf(request.method, schemaPath);
      if (!operation || !response.ok) return;
      // The client reports a body that is not JSON.
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      if (body === undefined) return;
      const error = violationIn(operation, response.status, body);
      if (!error) return;
      if (!onInvalid) throw error;
      onInvalid(error);
    },
  };
}

/** Returns how a response violates its schema; undefined if it does not. @param body parsed JSON */
export function violationIn(
  operation: OperationId,
  status: number,
  body: unknown,
): ResponseValidationError | undefined {
  const [first, ...more] = violationsOf(responseValidators[operation], status, body);
  return first && new ResponseValidationError(operation, status, [first, ...more]);
}

function violationsOf(
  validators: (typeof responseValidators)[keyof typeof responseValidators],
  status: number,
  body: unknown,
): readonly ResponseViolation[] {
  const validate = validators[status];
  if (!validate) {
    return [
      {
        pointer: '',
        expected: `must have a documented status: ${Object.keys(validators).join(', ')}`,
      },
    ];
  }
  if (validate(body)) return [];
  const errors = validate.errors ?? [];
  const leaves = errors.filter(({ keyword }) => !combiners.has(keyword));
  return (leaves.length > 0 ? leaves : errors).map(violationOf);
}

function violationOf({ keyword, instancePath, params, message = '' }: SchemaError): ResponseViolation {
  switch (keyword) {
    case 'required':
      return { pointer: `${instancePath}/${params.missingProperty}`, expected: 'is required' };
    case 'enum':
      return {
        pointer: instancePath,
        expected: `must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`,
      };
    case 'const':
      return { pointer: instancePath, expected: `must be ${JSON.stringify(params.allowedValue)}` };
    case 'type':
      // Ajv separates several types with commas.
      return { pointer: instancePath, expected: message.replaceAll(',', ' or ') };
    default:
      return { pointer: instancePath, expected: message };
  }
}
