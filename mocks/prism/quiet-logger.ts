/** What Prism asks of its logger; its own costs more than half of its speed. */
export interface QuietLogger {
  readonly child: () => QuietLogger;
  readonly [level: string]: (...message: unknown[]) => unknown;
}

/** @returns a logger that says nothing */
export function quietLogger(): QuietLogger {
  const silent = () => undefined;
  const logger: QuietLogger = {
    child: () => logger,
    success: silent,
    fatal: silent,
    error: silent,
    warn: silent,
    info: silent,
    debug: silent,
    trace: silent,
  };
  return logger;
}
