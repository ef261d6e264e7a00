// @ts-check
import { responseValidators, schemaValidators } from '../../../../dist/src/generated/validators.js';

/** @typedef {import('./client.mjs').Reply} Reply */
const mostWrong = 1000;

/** Checks responses and counts them. */
export class Judge {
  responses = 0;
  wrongCount = 0;
  /** The first wrong responses, one sentence each. */
  wrong = /** @type {string[]} */ ([]);
  byStatus = /** @type {Map<number, number>} */ (new Map());

  /** @param {Reply} reply @param {string} problem @throws when so many are wrong that more say nothing new */
  blame({ request }, problem) {
    this.wrongCount += 1;
    if (this.wrong.length < 20) this.wrong.push(`${request.slice(0, 200)}: ${problem.slice(0, 300)}`);
    if (this.wrongCount > mostWrong) throw new Error(`Too many wrong responses:\n${this.wrong.join('\n')}`);
  }

  /**
   * @param {Reply} reply
   * @param {readonly number[]} expected
   * @param {boolean} [isWhole] whether all of the body is expected
   */
  status(reply, expected, isWhole = true) {
    this.responses += 1;
    this.byStatus.set(reply.status, (this.byStatus.get(reply.status) ?? 0) + 1);
    if (expected.includes(reply.status) && reply.isWhole === isWhole) return true;
    const seen = `${reply.status}${reply.isWhole ? '' : ', cut off'}`;
    this.blame(reply, `${seen} instead of ${expected.join(' or ')}: ${reply.body}`);
    return false;
  }

  /** @param {Reply} reply @param {number} status @param {string} [code] of the error */
  failure(reply, status, code) {
    if (!this.status(reply, [status])) return;
    const body = this.json(reply);
    if (!schemaValidators.FailureEnvelope?.(body)) this.blame(reply, `no failure envelope: ${reply.body}`);
    else if (code && body.error.code !== code) this.blame(reply, `${body.error.code} instead of ${code}`);
  }

  /**
   * @param {Reply} reply
   * @param {import('../../../../src/generated/operations.js').OperationId} operationId
   * @param {number} [status]
   * @returns {any} the data; undefined where the response is wrong
   */
  success(reply, operationId, status = 200) {
    if (!this.status(reply, [status])) return undefined;
    const body = this.json(reply);
    const validator = responseValidators[operationId][status];
    if (validator?.(body)) return body.data;
    this.blame(reply, `does not conform: ${JSON.stringify(validator?.errors?.slice(0, 2))}`);
    return undefined;
  }

  /** @param {Reply} reply @returns {any} undefined where the body is not JSON */
  json(reply) {
    try {
      return JSON.parse(reply.body);
    } catch {
      this.blame(reply, `not JSON: ${reply.body}`);
      return undefined;
    }
  }
}
