import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { type Handler, listen, serve } from './serve.js';

/** Serves a handler until the current test ends. */
export async function serving(handler: Handler): Promise<string> {
  const { url, close } = await serve(handler);
  onTestFinished(close);
  return url;
}

/** Opens a server until the current test ends. */
export async function listening(server: Server): Promise<string> {
  const { url, close } = await listen(server);
  onTestFinished(close);
  return url;
}
