import type { OperationId } from '../methods/operation-types.js';

/** The call that an error is about. */
export interface FailedCall {
  /** The `operationId`, such as `getRenewal`; null for a path that the document does not have. */
  readonly operation: OperationId | null;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path template, such as `/api/v1/commitments/renewal/{commitment_id}`. */
  readonly path: string;
  /** The number of the last attempt, counted from 1; 0 if middleware responded without a request. */
  readonly attempt: number;
}

/** An error of one call. Its message ends with the call: `(getRenewal: GET /api/v1/…, attempt 2)`. */
export abstract class CallError extends Error {
  /** The `operationId`, such as `getRenewal`; null if `unwrap` received a result that this client did not return. */
  declare readonly operation: OperationId | null;
  /** The HTTP method in upper case, or null. */
  declare readonly method: string | null;
  /** The path template, such as `/api/v1/commitments/renewal/{commitment_id}`, or null. */
  declare readonly path: string | null;
  /** The number of the last attempt, counted from 1, or null. */
  declare readonly attempt: number | null;

  /** @param properties of a subclass */
  constructor(
    message: string,
    call?: FailedCall,
    properties: Readonly<Record<string, unknown>> = {},
    options?: { readonly cause?: unknown },
  ) {
    const { requestId } = properties;
    const parts = [
      call &&
        `${call.operation ? `${call.operation}: ` : ''}${call.method} ${call.path}, attempt ${call.attempt}`,
      requestId && `request ID ${requestId}`,
    ];
    const known = parts.filter(Boolean).join(', ');
    super(message + (known && ` (${known})`), options);
    const unknown = { operation: null, method: null, path: null, attempt: null };
    Object.assign(this, unknown, call, properties);
  }

  /** Returns the properties for a log: no stack, no headers, no values of parameters. */
  toJSON(): Record<string, unknown> {
    const { name, message, headers: _headers, ...properties } = this as this & { headers?: unknown };
    return { name, message, ...properties };
  }
}
