import { type ErrorCode, statusOfCode } from '../src/contract/errors.js';

/**
 * Thrown by any stage to answer with a failure; the outermost stage puts it into the envelope. It is an
 * answer and no error of anybody's, so it does not take the time to note the stack.
 */
export class Refusal {
  readonly status: number;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param code one of the contract's codes, which also gives the status
   * @param message one sentence for a person
   * @param more `status` where HTTP has a narrower one than the code's own (405, 413, 415)
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

/** One thing that is wrong with a request, as the document's `ValidationIssue` words it. */
export interface ValidationIssue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A 422 whose message is that of its first issue. */
export function invalid(issues: readonly ValidationIssue[]): Refusal {
  const [first] = issues;
  const where = first ? first.loc.slice(1).join('.') || first.loc[0] : 'The request';
  const more = issues.length > 1 ? ` And ${issues.length - 1} more, in details.` : '';
  const what = first ? lowerFirst(first.msg) : 'is not valid.';
  return new Refusal('VALIDATION_ERROR', `\`${where}\` ${what}${more}`, { details: issues });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
