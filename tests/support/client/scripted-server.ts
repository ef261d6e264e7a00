import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../serve.js';

/** An HTTP server that sends the given responses in order, and records the requests. */
export interface ScriptedServer {
  readonly url: string;
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

export type ScriptedResponse = (response: ServerResponse) => void;

export async function scriptedServer(...responses: readonly ScriptedResponse[]): Promise<ScriptedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on('end', () => responses[requests.length - 1]?.(response));
  });
  return { ...(await listen(server)), requests };
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
