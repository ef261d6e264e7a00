import type { Layer } from '../layer.js';

/** What a hook may see of one try: never the key. */
export interface TryReport {
  readonly method: string;
  readonly url: string;
  /** The status of the answer, or null where none came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Why no answer came. */
  readonly error?: unknown;
}

/** Tells a hook of every try. The request itself stays hidden, because it carries the key. */
export function observe(
  onTry: (report: TryReport) => void,
  now: () => number = () => performance.now(),
): Layer {
  return (next) => async (request) => {
    const { method, url } = request;
    const started = now();
    try {
      const response = await next(request);
      onTry({ method, url, status: response.status, durationMs: now() - started });
      return response;
    } catch (error) {
      onTry({ method, url, status: null, durationMs: now() - started, error });
      throw error;
    }
  };
}
