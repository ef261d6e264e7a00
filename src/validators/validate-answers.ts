import type { AnswerCheck } from '../client/create-client.js';
import { operations } from '../generated/operations.js';
import { responseValidators, type SchemaError } from '../generated/validators.js';
import { type AnswerFault, InvalidAnswerError } from './invalid-answer-error.js';

/** What to do with an answer that breaks the contract. */
export interface ValidateAnswersOptions {
  /** Told of each one, and the call goes on; without it, the call rejects with the error. */
  readonly onInvalid?: (error: InvalidAnswerError) => void;
}

/** Keywords that only say that one of their branches failed, which the branches say better. */
const combiners: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'if']);

/**
 * Checks every successful answer against its schema, with validators that were compiled beforehand.
 * Members the contract does not name are allowed.
 *
 * @returns what the client takes as `validate`; throws {@link InvalidAnswerError} unless `onInvalid` is given
 * @example
 * ```ts
 * import { createClient } from 'cloud-cost-contract';
 * import { validateAnswers } from 'cloud-cost-contract/validators';
 *
 * const client = createClient({
 *   baseUrl: 'http://127.0.0.1:4010',
 *   apiKey: 'ccc_test_caller',
 *   validate: validateAnswers({ onInvalid: (error) => console.warn(error.message) }),
 * });
 * await client.providers.list();
 * ```
 */
export function validateAnswers({ onInvalid }: ValidateAnswersOptions = {}): AnswerCheck {
  const ids = new Map(operations.map(({ method, path, operationId }) => [`${method} ${path}`, operationId]));
  return ({ method, path, status, body }) => {
    const operation = ids.get(`${method} ${path}`);
    if (!operation) return;
    const [first, ...more] = faultsOf(responseValidators[operation], status, body);
    if (!first) return;
    const error = new InvalidAnswerError(operation, status, [first, ...more]);
    if (!onInvalid) throw error;
    onInvalid(error);
  };
}

function faultsOf(
  validators: (typeof responseValidators)[keyof typeof responseValidators],
  status: number,
  body: unknown,
): readonly AnswerFault[] {
  const validate = validators[status];
  if (!validate) {
    return [
      {
        pointer: '',
        expected: `has a status the contract does not name: ${Object.keys(validators).join(', ')}`,
      },
    ];
  }
  if (validate(body)) return [];
  const errors = validate.errors ?? [];
  const leaves = errors.filter(({ keyword }) => !combiners.has(keyword));
  return (leaves.length > 0 ? leaves : errors).map(faultOf);
}

function faultOf({ keyword, instancePath, params, message = '' }: SchemaError): AnswerFault {
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
      // Several types come with commas between them.
      return { pointer: instancePath, expected: message.replaceAll(',', ' or ') };
    default:
      return { pointer: instancePath, expected: message };
  }
}
