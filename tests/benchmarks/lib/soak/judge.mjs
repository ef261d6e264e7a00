// @ts-check
import { responseValidators, schemaValidators } from '../../../../src/generated/validators.js';

/** @typedef {import('./client.mjs').SoakResponse} SoakResponse */
const maxProblems = 1000;

/** Checks responses and counts them. */
export class Judge {
  responses = 0;
  problemCount = 0;
  /** The first problems, one message each. */
  problems = /** @type {string[]} */ ([]);

  /** @param {SoakResponse} response @param {string} problem @throws {Error} if there are too many problems */
  blame({ request }, problem) {
    this.problemCount += 1;
    if (this.problems.length < 20) this.problems.push(`${request.slice(0, 200)}: ${problem.slice(0, 300)}`);
    if (this.problemCount > maxProblems)
      throw new Error(`Too many invalid responses:\n${this.problems.join('\n')}`);
  }

  /**
   * @param {SoakResponse} response
   * @param {readonly number[]} expected
   * @param {boolean} [isWhole] whether a complete body is expected
   */
  status(response, expected, isWhole = true) {
    this.responses += 1;
    if (expected.includes(response.status) && response.isWhole === isWhole) return true;
    const actual = `${response.status}${response.isWhole ? '' : ' (incomplete)'}`;
    this.blame(response, `${actual} instead of ${expected.join(' or ')}: ${response.body}`);
    return false;
  }

  /** @param {SoakResponse} response @param {number} status @param {string} [code] of the error */
  failure(response, status, code) {
    if (!this.status(response, [status])) return;
    const body = this.json(response);
    if (!schemaValidators.FailureEnvelope?.(body))
      this.blame(response, `not an error envelope: ${response.body}`);
    else if (code && body.error.code !== code) this.blame(response, `${body.error.code} instead of ${code}`);
  }

  /**
   * @param {SoakResponse} response
   * @param {import('../../../../src/generated/operations.js').OperationId} operationId
   * @param {number} [status]
   * @returns {any} the data, or undefined if the response is invalid
   */
  success(response, operationId, status = 200) {
    if (!this.status(response, [status])) return undefined;
    const body = this.json(response);
    const validator = responseValidators[operationId][status];
    if (validator?.(body)) return body.data;
    this.blame(response, `does not conform: ${JSON.stringify(validator?.errors?.slice(0, 2))}`);
    return undefined;
  }

  /** @param {SoakResponse} response @returns {any} the body, or undefined if it is not JSON */
  json(response) {
    try {
      return JSON.parse(response.body);
    } catch {
      this.blame(response, `not JSON: ${response.body}`);
      return undefined;
    }
  }
}
