import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with a socket that answers the n-th request as the n-th of a list says. */
export interface ScriptedServer {
  readonly url: string;
  readonly requests: IncomingMessage[];
  close(): void;
}

export type ScriptedResponse = (response: ServerResponse) => void;

export async function scriptedServer(...answers: readonly ScriptedResponse[]): Promise<ScriptedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on('end', () => answers[requests.length - 1]?.(response));
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

/** A failure of the contract. */
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

/** A success with an empty list. */
export const succeeding: ScriptedResponse = (response) =>
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end('{"success":true,"timestamp":"","data":[]}');
