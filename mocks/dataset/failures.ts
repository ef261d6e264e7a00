import type { ValidationIssue } from '../http-error.js';
import type { Failure } from '../types.js';

/** @param what the thing that does not exist, as a noun: `commitment ri-1` */
export function notFound(what: string, hint: string): { failure: Failure } {
  return {
    failure: { status: 404, code: 'NOT_FOUND', message: `There is no ${what}. ${hint}`, details: null },
  };
}

/** Refuses a request for a reason that only the world can see. */
export function invalid(issue: ValidationIssue): { failure: Failure } {
  const where = issue.loc.slice(1).join('.') || issue.loc[0];
  return {
    failure: {
      status: 422,
      code: 'VALIDATION_ERROR',
      message: `\`${where}\` ${issue.msg.charAt(0).toLowerCase()}${issue.msg.slice(1)}`,
      details: [issue],
    },
  };
}

/** @param details what stood in the way, for a program */
export function conflict(message: string, details: unknown): { failure: Failure } {
  return { failure: { status: 409, code: 'CONFLICT', message, details } };
}
