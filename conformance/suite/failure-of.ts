/** Codes of failures that the service does not define, and that a proxy sends. */
const codes: Readonly<Record<number, string>> = {
  501: 'NOT_IMPLEMENTED',
  502: 'BAD_GATEWAY',
  505: 'NOT_IMPLEMENTED',
};

/** Returns a failure envelope; a client error is 400 by its code. */
export function failureOf(status: number, message: string): object {
  return {
    success: false,
    timestamp: new Date().toISOString(),
    error: { code: codes[status] ?? 'BAD_REQUEST', message, details: null },
  };
}
