import type { Layer } from '../layer.js';

/** Sends the API key as bearer token. A function is asked anew for every call, so that keys can be rotated. */
export function authenticate(apiKey: string | (() => string | Promise<string>)): Layer {
  return (next) => async (request) => {
    request.headers.set('Authorization', `Bearer ${typeof apiKey === 'string' ? apiKey : await apiKey()}`);
    return next(request);
  };
}
