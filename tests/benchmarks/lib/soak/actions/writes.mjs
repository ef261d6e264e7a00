// @ts-check
import { differenceOf } from '../difference.mjs';
import { keys as apiKeys, request } from '../request.mjs';
import { control } from './control.mjs';
import { endpoint, endpoints } from './endpoint.mjs';

/** @typedef {import('../actions.mjs').Action} Action */
/** @typedef {import('../connection.mjs').Connection} Connection */
/** @typedef {import('../judge.mjs').Judge} Judge */

/** So many at most, lest the server has forgotten what is replayed. */
const mostWrites = 400;

/** @type {Action} */
export async function write({ random, judge, writes }, connection) {
  const [key, description] = [random.uuid(), random.uuid()];
  const [answer] = await connection.send(
    request('POST', endpoints, { json: endpoint(description), idempotencyKey: key }),
  );
  if (!answer) return;
  const data = judge.success('POST', answer, 'createWebhookEndpoint', 201);
  if (data === undefined) return;
  if (data.description !== description) judge.blame('POST', `another endpoint was made: ${answer.body}`);
  if (isReplay(answer)) judge.blame('POST', 'a new key was taken for a replay');
  writes.push({ key, description, body: answer.body, id: data.id, isRemoved: false });
  if (writes.length > mostWrites) await removeWrite(judge, connection, writes.shift());
}

/** @param {import('../connection.mjs').Answer} answer */
const isReplay = ({ head }) => /\r\nidempotent-replayed: true/i.test(head);

/** @type {Action} */
export async function replay({ random, judge, writes }, connection) {
  if (writes.length === 0) return;
  const { key, description, body } = random.pick(writes);
  const [answer] = await connection.send(
    request('POST', endpoints, { json: endpoint(description), idempotencyKey: key.toUpperCase() }),
  );
  if (!answer || !judge.status('replay', answer, 201)) return;
  if (answer.body !== body) judge.blame('replay', differenceOf(body, answer.body));
  if (!isReplay(answer)) judge.blame('replay', 'is not marked as one');
}

/** @type {Action} */
export async function reuse({ random, judge, writes }, connection) {
  if (writes.length === 0) return;
  const { key } = random.pick(writes);
  const json = endpoint('something else');
  const [own, strangers] = [
    await connection.send(request('POST', endpoints, { json, idempotencyKey: key })),
    await connection.send(request('POST', endpoints, { json, idempotencyKey: key, key: apiKeys.stranger })),
  ];
  if (own[0]) judge.failure('a key for another body', own[0], 422, 'VALIDATION_ERROR');
  const theirs = strangers[0];
  if (!theirs || !judge.status("a stranger's key", theirs, 201, 422)) return;
  if (theirs.status === 201 && !isReplay(theirs)) {
    await removeWrite(judge, connection, { id: judge.json('', theirs).data.id, isRemoved: false });
  }
}

/** @type {Action} */
export async function remove({ random, judge, writes }, connection) {
  const left = writes.filter(({ isRemoved }) => !isRemoved);
  if (left.length > 0) await removeWrite(judge, connection, random.pick(left));
}

/**
 * @param {Judge} judge
 * @param {Connection} connection
 * @param {{ id: string, isRemoved: boolean } | undefined} write
 */
async function removeWrite(judge, connection, write) {
  if (write === undefined || write.isRemoved) return;
  // Before the answer is there, so that nobody else removes it meanwhile.
  write.isRemoved = true;
  const [answer] = await connection.send(request('DELETE', `${endpoints}/${write.id}`));
  if (answer) judge.success(`DELETE ${write.id}`, answer, 'deleteWebhookEndpoint', 200);
}

/** @type {Action} */
export async function race({ random, judge }, connection) {
  const key = random.uuid();
  const sent = request('POST', endpoints, { json: endpoint(key), idempotencyKey: key });
  const others = Array.from({ length: 3 }, () => connection.beside());
  const answers = (await Promise.all([connection, ...others].map((one) => one.send(sent)))).flat();
  for (const other of others) other.close();
  const made = answers.filter(
    (answer) => judge.status('one of many', answer, 201, 409) && answer.status === 201,
  );
  const ids = new Set(made.map((answer) => judge.json('one of many', answer)?.data.id));
  const fresh = made.filter((answer) => !isReplay(answer));
  if (ids.size !== 1 || fresh.length !== 1)
    judge.blame('one of many', `${fresh.length} were made, ${ids.size} ids`);
  for (const id of ids) await removeWrite(judge, connection, { id, isRemoved: false });
}

/**
 * The write is made, but its answer gets lost; asking again with the same key brings it back.
 *
 * @type {Action}
 */
export async function loseAnswer({ random, judge }, connection) {
  const key = random.uuid();
  const session = `soak-lost-${random.between(0, 9)}-${key.slice(0, 4)}`;
  const rules = [{ operation: 'createWebhookEndpoint', kind: 'drop', nth: 1 }];
  await control(judge, connection, 'PUT', 'faults', { rules }, session);
  const sent = request('POST', endpoints, { json: endpoint(key), idempotencyKey: key, session });
  const [lost] = await connection.send(sent);
  if (lost) judge.status('an answer that gets lost', { ...lost, isWhole: true }, 0);
  const [found] = await connection.send(sent);
  if (!found || judge.success('an answer asked for again', found, 'createWebhookEndpoint', 201) === undefined)
    return;
  if (!isReplay(found)) judge.blame('an answer asked for again', 'the write was made twice');
}
