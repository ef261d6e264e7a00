import { type ErrorCode, statusOfCode } from '../../src/contract/errors.js';

/**
 * Thrown by a stage to return an error response; the pipeline wraps it in the failure envelope. Does not extend
 * `Error`, since capturing a stack trace would slow down every error response.
 */
export class HttpError {
  readonly status: number;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param code an error code of the contract, which determines the status
   * @param message one sentence for people
   * @param more `status` overrides the status of the code (405, 413, 415)
   */
  constructor(
    readonly code: ErrorCode,
    readonly message: string,
    more: {
      readonly status?: number;
      readonly details?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    this.status = more.status ?? statusOfCode[code];
    this.details = more.details ?? null;
    this.headers = more.headers ?? {};
  }
}

/** A problem of a request; `ValidationIssue` in the document. */
export interface ValidationIssue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Returns a 422 whose message describes the first issue. */
export function invalid(issues: readonly ValidationIssue[]): HttpError {
  const [first] = issues;
  const where = first ? first.loc.slice(1).join('.') || first.loc[0] : 'The request';
  const more = issues.length > 1 ? ` See \`details\` for all ${issues.length} issues.` : '';
  const what = first ? first.msg.charAt(0).toLowerCase() + first.msg.slice(1) : 'is not valid.';
  return new HttpError('VALIDATION_ERROR', `\`${where}\` ${what}${more}`, { details: issues });
}
