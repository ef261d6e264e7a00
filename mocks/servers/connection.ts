import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Client } from '../types.js';

/** A connection and its pending responses. */
export class Connection {
  /**
   * The last pending response. Data written before it would be read as the response to an earlier request of the
   * connection.
   */
  last: ServerResponse | null = null;
  /** Whether a response was sent before its request was read completely. */
  isEarly = false;
  #isEnding = false;

  constructor(readonly client: Client) {}

  /** Closes the connection after the pending responses. */
  endAfterLast(end: () => void): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const { last } = this;
    if (last === null || last.writableFinished || last.destroyed) end();
    else last.once('finish', end);
  }
}

const connections = new WeakMap<Duplex, Connection>();

/** Records the peer of a new connection: once the peer has reset it, the system no longer knows its address. */
export function openConnection(socket: Socket, isExposed: boolean): void {
  const client: Client = { kind: 'socket', address: socket.remoteAddress ?? null, isExposed };
  connections.set(socket, new Connection(client));
}

/** An unknown client gets the fewest rights. */
const unknown: Client = { kind: 'socket', address: null, isExposed: true };

export function connectionOf(socket: Duplex): Connection {
  return connections.get(socket) ?? new Connection(unknown);
}
