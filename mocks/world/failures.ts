import type { Failure } from '../types.js';

/** @param what the thing that does not exist, as a noun: `commitment ri-1`. */
export function notFound(what: string, hint: string): { failure: Failure } {
  return {
    failure: { status: 404, code: 'NOT_FOUND', message: `There is no ${what}. ${hint}`, details: null },
  };
}

/** One issue of a 422. */
export interface Issue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

export function invalid(issue: Issue): { failure: Failure } {
  const where = issue.loc.slice(1).join('.');
  return {
    failure: {
      status: 422,
      code: 'VALIDATION_ERROR',
      message: `\`${where}\` is not valid: ${issue.msg}`,
      details: [issue],
    },
  };
}

export function conflict(message: string, details: unknown): { failure: Failure } {
  return { failure: { status: 409, code: 'CONFLICT', message, details } };
}
