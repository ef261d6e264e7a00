import { onTestFinished } from 'vitest';
import { type Handler, serve } from './serve.js';

/** Serves a handler until the current test ends. */
export async function serving(handler: Handler): Promise<string> {
  const { url, close } = await serve(handler);
  onTestFinished(close);
  return url;
}
