// @ts-check
import { dereference } from '../resolve-pointer.mjs';
import { titleOf } from './parts.mjs';
import { shapeOf } from './schemas.mjs';

/**
 * Every operation as a Postman collection, format 2.1.0, one folder a tag. Run as a whole against a
 * fresh mock, each of its requests succeeds.
 *
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage[]} operations
 * @param {(operationId: string) => Record<string, string>} idsOf what path parameters are filled with
 */
export function postmanCollection(document, operations, idsOf) {
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: document.servers[0].variables.base_url.default },
      { key: 'api_key', value: 'ccc_test_caller' },
      { key: 'endpoint_id', value: '' },
    ],
    event: [afterwards("pm.test('succeeds', () => pm.response.to.be.success);")],
    item: document.tags.map((/** @type {any} */ { name, description }) => ({
      name: titleOf(name),
      description,
      item: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map((page) => requestOf(document, page, idsOf(page.operation.operationId))),
    })),
  };
}

/**
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage} page
 * @param {Record<string, string>} ids
 */
function requestOf(document, { operation, method, path, parameters, requestBody }, ids) {
  const values = parameters.map(({ value }) => value);
  const query = values
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description, required, schema: own }) => {
      const { schema } = shapeOf(document, own);
      return {
        key: name,
        value: String(schema.default ?? schema.enum?.[0] ?? schema.examples?.[0] ?? ''),
        description,
        disabled: !required,
      };
    });
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  return {
    name: operation.summary,
    ...(operation.operationId === 'createWebhookEndpoint' ? { event: [rememberEndpoint] } : {}),
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      header: values
        .filter((parameter) => parameter.in === 'header')
        .map(({ name, description }) => ({
          key: name,
          value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
          description,
        }))
        .concat(requestBody ? [{ key: 'Content-Type', value: 'application/json', description: '' }] : []),
      url: {
        raw: `{{base_url}}/${segments.join('/')}`,
        host: ['{{base_url}}'],
        path: segments,
        query,
        variable: values
          .filter((parameter) => parameter.in === 'path')
          .map(({ name, description }) => ({
            key: name,
            value: (name === 'endpoint_id' ? '{{endpoint_id}}' : ids[name]) ?? '',
            description,
          })),
      },
      ...(requestBody ? { body: bodyOf(document, requestBody.value) } : {}),
    },
  };
}

/** A script that runs after an answer. @param {string} line */
function afterwards(line) {
  return { listen: 'test', script: { type: 'text/javascript', exec: [line] } };
}

/** So that the request which deletes an endpoint deletes the one made before it. */
const rememberEndpoint = afterwards("pm.collectionVariables.set('endpoint_id', pm.response.json().data.id);");

/** @param {Record<string, any>} document @param {any} requestBody */
function bodyOf(document, requestBody) {
  const [example] = Object.values(requestBody.content['application/json'].examples);
  const { value } = dereference(document, example, '').value;
  return {
    mode: 'raw',
    raw: JSON.stringify(value, null, 2),
    options: { raw: { language: 'json' } },
  };
}
