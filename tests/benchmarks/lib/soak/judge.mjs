// @ts-check

/** @typedef {import('./connection.mjs').Answer} Answer */
/** @typedef {import('../../../../src/generated/validators.js').Validator} Validator */

/**
 * @typedef {object} Validators
 * @property {Readonly<Record<string, Readonly<Record<string, Validator>>>>} responses by operation and status
 * @property {Validator} failure
 */

/** Holds answers to what they have to be. */
export class Judge {
  /** Answers that were wrong, each told in a sentence; only the first ones. */
  wrong = /** @type {string[]} */ ([]);
  wrongCount = 0;
  answers = 0;
  byStatus = /** @type {Map<number, number>} */ (new Map());

  /** @param {Validators} validators */
  constructor(validators) {
    this.validators = validators;
  }

  /**
   * @param {string} sent the first line of the request
   * @param {string} problem
   */
  blame(sent, problem) {
    this.wrongCount += 1;
    if (this.wrong.length < 20) this.wrong.push(`${sent.slice(0, 200)}: ${problem}`);
  }

  /**
   * @param {string} sent
   * @param {Answer} answer
   * @param {readonly number[]} statuses it may have
   * @returns {boolean} whether it is one of them, and whole
   */
  status(sent, answer, ...statuses) {
    this.answers += 1;
    this.byStatus.set(answer.status, (this.byStatus.get(answer.status) ?? 0) + 1);
    if (statuses.includes(answer.status) && answer.isWhole) return true;
    const expected = statuses.join(' or ');
    this.blame(
      sent,
      `${answer.status}${answer.isWhole ? '' : ', cut off,'} instead of ${expected}: ${answer.body.slice(0, 300)}`,
    );
    return false;
  }

  /**
   * @param {string} sent
   * @param {Answer} answer
   * @param {number} status
   * @param {string} [code] of the error
   */
  failure(sent, answer, status, code) {
    if (!this.status(sent, answer, status)) return;
    const body = this.json(sent, answer);
    if (!this.validators.failure(body)) this.blame(sent, `no failure envelope: ${answer.body.slice(0, 300)}`);
    else if (code !== undefined && body.error.code !== code)
      this.blame(sent, `${body.error.code} instead of ${code}`);
  }

  /**
   * @param {string} sent
   * @param {Answer} answer
   * @param {string} operationId
   * @param {readonly number[]} statuses it may have
   * @returns {any} the data; undefined where the answer is wrong
   */
  success(sent, answer, operationId, ...statuses) {
    if (!this.status(sent, answer, ...statuses)) return undefined;
    const body = this.json(sent, answer);
    const validator = this.validators.responses[operationId]?.[answer.status];
    if (validator?.(body)) return body.data;
    this.blame(sent, `not what the document says: ${JSON.stringify(validator?.errors?.slice(0, 2))}`);
    return undefined;
  }

  /**
   * @param {string} sent
   * @param {Answer} answer
   * @returns {any}
   */
  json(sent, answer) {
    try {
      return JSON.parse(answer.body);
    } catch {
      this.blame(sent, `no JSON: ${answer.body.slice(0, 100)}`);
      return undefined;
    }
  }
}
