// A small server with openapi-backend, as in its readme: it routes, authenticates and validates by the document, and
// returns the examples of the document. Not type-checked, because its package is installed by the benchmark only.
// Usage: node openapi-backend.mjs DOCUMENT PORT
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { OpenAPIBackend } from 'openapi-backend';

const [document, port] = process.argv.slice(2);

const send = (response, status, value) => {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
};

const api = new OpenAPIBackend({
  definition: JSON.parse(readFileSync(document, 'utf8')),
  // Without it, OpenAPI 3.1 is rejected, and keywords next to references are lost.
  quick: true,
  ajvOpts: { strict: false, validateFormats: false },
  handlers: {
    notFound: (_context, _request, response) => send(response, 404, { error: 'not found' }),
    unauthorizedHandler: (_context, _request, response) => send(response, 401, { error: 'unauthorized' }),
    validationFail: ({ validation }, _request, response) => send(response, 422, { error: validation.errors }),
    notImplemented({ api, operation }, _request, response) {
      const { status, mock } = api.mockResponseForOperation(operation.operationId);
      send(response, status, mock);
    },
  },
  securityHandlers: {
    bearerAuth: ({ request }) => /^Bearer ccc_test_/.test(request.headers.authorization ?? ''),
  },
});
await api.init();

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url: path, headers } = request;
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
    api.handleRequest({ method, path, headers, body }, request, response);
  });
}).listen(Number(port), '127.0.0.1');
