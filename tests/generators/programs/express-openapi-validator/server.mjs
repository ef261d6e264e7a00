// @ts-check
// An Express server in front of the mock that validates requests and responses with the document.
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';

const [, , apiSpec = ''] = process.argv;
const { BASE_URL = '', API_KEY = '' } = process.env;

const app = express();
app.use(express.json());
app.use(OpenApiValidator.middleware({ apiSpec, validateResponses: true }));
app.use(async (request, response) => {
  const { authorization = '', 'idempotency-key': idempotencyKey } = request.headers;
  const upstream = await fetch(BASE_URL + request.originalUrl, {
    method: request.method,
    headers: {
      authorization,
      'content-type': 'application/json',
      ...(idempotencyKey ? { 'idempotency-key': String(idempotencyKey) } : {}),
    },
    ...(request.method === 'GET' || request.method === 'DELETE'
      ? {}
      : { body: JSON.stringify(request.body) }),
  });
  response.status(upstream.status).json(await upstream.json());
});
app.use(
  (/** @type {any} */ error, /** @type {any} */ _, /** @type {any} */ response, /** @type {any} */ __) => {
    response.status(error.status ?? 500).json({ validator: error.errors ?? error.message });
  },
);

const server = app.listen(0, '127.0.0.1', run);

async function run() {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  /** @param {string} step @param {string} path @param {number} status @param {RequestInit} [init] */
  const expectStatus = async (step, path, status, init) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json', ...init?.headers },
    });
    const text = await response.text();
    console.log(response.status === status ? `ok ${step}` : `FAILED ${step}: ${response.status} ${text}`);
  };
  await expectStatus('filtered page', '/commitments?kind=savings_plan&page_size=2', 200);
  await expectStatus('savings rate', '/commitments/esr', 200);
  await expectStatus('inventory', '/commitments/inventory?instrument=ri', 200);
  await expectStatus('invalid parameter', '/commitments?page=0', 400);
  const url = 'https://hooks.example.com/one';
  const body = JSON.stringify({ url, event_types: ['optimization.completed'] });
  await expectStatus('create', '/webhooks/endpoints', 201, {
    method: 'POST',
    body,
    headers: { 'idempotency-key': 'd5b1a1f0-8a52-4a1c-9c0e-3b1f6a2c9d10' },
  });
  await expectStatus('invalid body', '/webhooks/endpoints', 400, {
    method: 'POST',
    body: '{"url": 1}',
    headers: { 'idempotency-key': 'd5b1a1f0-8a52-4a1c-9c0e-3b1f6a2c9d11' },
  });
  server.close();
}
