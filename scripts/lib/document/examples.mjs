// @ts-check

/**
 * A request to the mock: the `x-request` of an example.
 *
 * @typedef {object} ExampleRequest
 * @property {string} [scenario] the mock's scenario (default: `default`)
 * @property {object[]} [faults] fault rules of the mock
 * @property {ExampleRequest[]} [before] requests to send first
 * @property {number} [wait_seconds] advances the mock's clock instead of sending a request
 * @property {number} [times] how often to send the request; the last response becomes the example
 * @property {boolean} [in_flight] whether to send the request while an identical one is in flight
 * @property {string} [get] the path of a GET request; likewise `put`, `post` and `delete`
 * @property {string} [put]
 * @property {string} [post]
 * @property {string} [delete]
 * @property {string | null} [key] the API key, or null for none (default: the mock's first key)
 * @property {string} [idempotency_key]
 * @property {unknown} [body] a JSON body, or the name of an example to send
 * @property {string} [text] a text body
 * @property {number} [text_length] the length of a generated text body
 * @property {string} [content_type]
 */

const methods = /** @type {const} */ (['get', 'put', 'post', 'delete']);

/**
 * Replaces the request of each example with a value: the response of the mock to it, with a frozen clock.
 *
 * @param {Record<string, any>} document a bundled document
 * @param {typeof import('../../../mocks/create-mock.js').createMock} createMock
 * @returns {Promise<Record<string, any>>} the document, whose examples have no `x-request`
 */
export async function withExampleValues(document, createMock) {
  // Configured, since a 401 with the default keys names the page of the mock, which no other server has.
  /** @type {import('../../../mocks/settings/api-keys.js').ApiKey[]} */
  const keys = [
    { key: 'ccc_test_caller', scope: 'read-write' },
    { key: 'ccc_test_reader', scope: 'read' },
  ];
  const mock = await createMock({ frozen: true, keys });
  const examples = { ...document.components.examples };
  for (const [name, { 'x-request': request, ...example }] of Object.entries(examples)) {
    if (request) examples[name] = { ...example, value: await responseTo(mock, request, examples) };
  }
  return { ...document, components: { ...document.components, examples } };
}

/**
 * @param {any} mock
 * @param {ExampleRequest} request
 * @param {Record<string, any>} examples
 * @returns {Promise<unknown>} the body
 */
async function responseTo(mock, request, examples) {
  mock.control.reset();
  mock.control.setScenario(request.scenario ?? 'default');
  mock.control.setFaults(request.faults ?? []);
  for (const earlier of request.before ?? []) await send(mock, earlier, examples);
  for (let sent = 1; sent < (request.times ?? 1); sent += 1) await send(mock, request, examples);
  const running = request.in_flight ? send(mock, request, examples, { 'mock-latency': '100' }) : null;
  const response = await send(mock, request, examples);
  await running;
  return response.json();
}

/**
 * @param {any} mock
 * @param {ExampleRequest} request
 * @param {Record<string, any>} examples
 * @param {Record<string, string>} [more] additional headers
 * @returns {Promise<Response>}
 */
function send(mock, request, examples, more = {}) {
  if (request.wait_seconds) return mock.control.advance(request.wait_seconds * 1000);
  const method = methods.find((name) => request[name] !== undefined) ?? 'get';
  const { key = mock.keys[0].key, idempotency_key: idempotencyKey } = request;
  const body = bodyOf(request, examples);
  return mock.fetch(`http://mock.invalid${request[method]}`, {
    method: method.toUpperCase(),
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...(body === undefined ? {} : { 'content-type': request.content_type ?? 'application/json' }),
      ...more,
    },
    body,
  });
}

/**
 * @param {ExampleRequest} request
 * @param {Record<string, any>} examples
 */
function bodyOf({ body, text, text_length: length }, examples) {
  if (text !== undefined) return text;
  if (length !== undefined) return 'x'.repeat(length);
  if (typeof body === 'string') return JSON.stringify(examples[body]?.value);
  return body === undefined ? undefined : JSON.stringify(body);
}
