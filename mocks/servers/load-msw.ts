import type { http as Http } from 'msw';

/** MSW is not installed. The message contains the install command. */
export class MswMissingError extends Error {
  override readonly name = 'MswMissingError';
}

/**
 * Loads `http` of MSW. A named import, so that bundlers omit the rest.
 *
 * @throws {MswMissingError} if `msw` is not installed or is older than version 2
 */
export async function loadHttp(
  load: () => Promise<typeof Http | undefined> = () => import('msw').then(({ http }) => http),
): Promise<typeof Http> {
  const http = await load().catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  });
  if (http) return http;
  throw new MswMissingError('createHandlers requires MSW 2 or 3: npm install --save-dev msw@2');
}
