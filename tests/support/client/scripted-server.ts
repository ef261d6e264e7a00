import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that sends the given responses in order, and records the requests. */
export interface ScriptedServer {
  readonly url: string;
  readonly requests: IncomingMessage[];
  close(): void;
}

export type ScriptedResponse = (response: ServerResponse) => void;

export async function scriptedServer(...responses: readonly ScriptedResponse[]): Promise<ScriptedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on('end', () => responses[requests.length - 1]?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
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
