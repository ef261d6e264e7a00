import type { http as Http } from 'msw';

/** MSW is not there; the message says how to get it. */
export class MswMissingError extends Error {
  override readonly name = 'MswMissingError';
}

/**
 * Loads the part of MSW that handlers are made with. Only that, so that a bundler leaves out the rest.
 *
 * @throws {MswMissingError} when `msw` is not installed, or is older than 2
 */
export async function loadHttp(
  load: () => Promise<typeof Http | undefined> = () => import('msw').then(({ http }) => http),
): Promise<typeof Http> {
  const http = await load().catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  });
  if (http) return http;
  throw new MswMissingError('Handlers for MSW need MSW 2: npm install --save-dev msw@2');
}
