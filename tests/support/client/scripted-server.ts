import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../serving.js';

export type ScriptedResponse = (response: ServerResponse) => void;

/** Sends the given responses in order, and records the requests, until the current test ends. */
export async function scriptedServer(...responses: readonly ScriptedResponse[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on('end', () => responses[requests.length - 1]?.(response));
  });
  return { url: await listening(server), requests };
}

/** Sends an error response with the given status. */
export const failing =
  (status: number, headers: Record<string, string> = {}): ScriptedResponse =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(
      JSON.stringify({
        success: false,
        timestamp: '',
        error: { code: `CODE_${status}`, message: '', details: null },
      }),
    );

/** Sends a success response with an empty list. */
export const succeeding: ScriptedResponse = (response) =>
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end('{"success":true,"timestamp":"","data":[]}');
