// @ts-check
import { cause, lookBehind } from './actions/control.mjs';
import { sufferFault } from './actions/faults.mjs';
import { look, openSession, prefer, read, readSomethingElse } from './actions/reads.mjs';
import { beRefused } from './actions/refusals.mjs';
import { hangUp, pipeline, sendGarbage, sendTooMuch } from './actions/sockets.mjs';
import { changeTags } from './actions/tags.mjs';
import { loseAnswer, race, remove, replay, reuse, write } from './actions/writes.mjs';

/** @typedef {import('./connection.mjs').Connection} Connection */
/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {import('./judge.mjs').Judge} Judge */
/** @typedef {import('./reads.mjs').Read} Read */

/**
 * @typedef {object} Soak what the actions share
 * @property {Random} random
 * @property {Judge} judge
 * @property {readonly Read[]} reads
 * @property {Map<string, { status: number, body: string }>} known the answer of each read, for as long as the clock stands
 * @property {KeptWrite[]} writes that can be replayed, oldest first
 * @property {readonly TagSession[]} tagSessions
 */

/** @typedef {{ key: string, description: string, body: string, id: string, isRemoved: boolean }} KeptWrite */
/** @typedef {{ name: string, version: number, isBusy: boolean }} TagSession */

/**
 * Sends some requests by a connection and judges their answers.
 *
 * @typedef {(soak: Soak, connection: Connection) => Promise<void>} Action
 */

/** How often each happens, as a share of all actions; the name is for people. */
export const actions = /** @type {readonly { name: string, share: number, run: Action }[]} */ ([
  { name: 'reads', share: 600, run: read },
  { name: 'reads of what no cache holds', share: 80, run: readSomethingElse },
  { name: 'HEAD, OPTIONS and preflights', share: 25, run: look },
  { name: 'refusals', share: 70, run: beRefused },
  { name: 'writes with a key', share: 60, run: write },
  { name: 'replays', share: 45, run: replay },
  { name: 'keys used for something else', share: 5, run: reuse },
  { name: 'removals', share: 50, run: remove },
  { name: 'one key many times at once', share: 4, run: race },
  { name: 'answers lost and asked for again', share: 3, run: loseAnswer },
  { name: 'tag keys changed', share: 15, run: changeTags },
  { name: 'faults', share: 30, run: sufferFault },
  { name: 'sessions', share: 3, run: openSession },
  { name: 'garbage', share: 12, run: sendGarbage },
  { name: 'bodies without end', share: 1, run: sendTooMuch },
  { name: 'requests behind one another', share: 4, run: pipeline },
  { name: 'connections broken off', share: 8, run: hangUp },
  { name: 'documented answers by name', share: 2, run: prefer },
  { name: 'events', share: 1, run: cause },
  { name: 'looks behind the scene', share: 1, run: lookBehind },
]);
