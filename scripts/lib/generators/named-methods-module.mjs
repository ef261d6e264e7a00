// @ts-check

import { operationsOf } from '../document/operations-of.mjs';
import { dereference } from '../document/resolve-pointer.mjs';
import { parametersName } from './named-types.mjs';
import { referencePage } from './reference-page.mjs';

/**
 * Generates the interface of the client's named methods, with documentation for editors.
 *
 * @param {Record<string, any>} document
 * @param {string | undefined} homepage the URL of the docs site, if it is published
 * @returns {string} a TypeScript module
 */
export function namedMethodsModule(document, homepage) {
  const methods = operationsOf(document).map((found) => method(document, found, homepage));
  const types = new Set(methods.flatMap(({ types }) => types));
  return `// Generated from openapi.yaml by \`npm run build\`.
import type { ApiPromise } from '../client/api-promise.js';
import type { CallOptions, WriteOptions } from '../client/options.js';
import type { PagedResponse } from '../client/paged-response.js';
import type { ${[...types].sort().join(', ')} } from './types.js';

/** Every operation as a method: \`client.listCommitmentInventory({ instrument: 'ri' })\`. */
export interface NamedMethods {
${methods.map(({ comment, signature }) => `${comment}\n  ${signature}`).join('\n\n')}
}
`;
}

/**
 * @typedef {ReturnType<typeof operationsOf>[number]} Found
 *
 * @param {Record<string, any>} document
 * @param {Found} found
 * @param {string | undefined} homepage
 */
function method(document, found, homepage) {
  const id = found.operation.operationId;
  const args = argumentsOf(found);
  const result = resultOf(document, found);
  return {
    types: [...args.map(({ type }) => type), ...result.types]
      .map((type) => type.replace('[]', ''))
      .filter((type) => !/^(?:Record<.*|(?:Call|Write)Options)$/.test(type)),
    signature: `${id}(${args.map(({ name, type }) => `${name}: ${type}`).join(', ')}): ${result.type};`,
    comment: comment([
      `${found.operation.summary}.`,
      '',
      found.operation.deprecated ? '' : paragraph(found.operation.description),
      '',
      ...args.flatMap((argument) => argument.docs),
      `@returns ${paragraph(successOf(found).description)}`,
      ...failures(document, found),
      `@see ${homepage ? `${homepage.replace(/\/$/, '')}/` : ''}${referencePage(id)}${homepage ? '' : ' of the docs site'}`,
      ...(found.operation.deprecated ? [`@deprecated ${paragraph(found.operation.description)}`] : []),
    ]),
  };
}

/** @param {Found} found */
function argumentsOf({ operation, method, parameters, requestBody }) {
  const given = parameters.map(({ value }) => value).filter(({ in: where }) => where !== 'header');
  const isWrite = method !== 'get' && method !== 'delete';
  const optional = given.every(({ required }) => !required) ? '?' : '';
  const args = [];
  if (given.length > 0) {
    const type = parametersName(operation.operationId);
    const docs = given.map(
      ({ name, description, schema }) =>
        `@param parameters.${name} ${firstSentence(description ?? schema?.description)}`,
    );
    args.push({
      name: `parameters${optional}`,
      type,
      docs: ['@param parameters Path and query parameters.', ...docs],
    });
  } else if (!isWrite) {
    const docs = ['@param parameters None yet: pass `{}` before options.'];
    args.push({ name: 'parameters?', type: 'Record<string, never>', docs });
  }
  if (requestBody) {
    const { description, content } = requestBody.value;
    const docs = [`@param body ${paragraph(description ?? 'The request body.')}`];
    args.push({
      name: 'body',
      type: typeOf(content['application/json'].schema, 'The request body of', operation),
      docs,
    });
  }
  const docs = [
    `@param options Limits, headers${isWrite ? ', the idempotency key' : ''} and the signal of this call.`,
  ];
  return [...args, { name: 'options?', type: isWrite ? 'WriteOptions' : 'CallOptions', docs }];
}

/**
 * @param {Record<string, any>} document
 * @param {Found} found
 */
function resultOf(document, found) {
  const { operation, parameters } = found;
  const schema = successOf(found).content?.['application/json']?.schema;
  const data = propertyOf(document, schema, 'data');
  const type = typeOf(data, '`data` of', operation);
  if (!parameters.some(({ value }) => value.name === 'page_size'))
    return { type: `ApiPromise<${type}>`, types: [type] };
  const item = typeOf(propertyOf(document, data, 'items')?.items, 'An item of', operation);
  return { type: `PagedResponse<${type}, ${item}>`, types: [type, item] };
}

/** @param {Found} found */
function successOf({ responses }) {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return success?.value ?? {};
}

/**
 * @param {Record<string, any>} document
 * @param {Found} found
 */
function failures(document, { responses }) {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('4') || status.startsWith('5'))
    .map(([status, { value }]) => {
      const codes = Object.values(value.content?.['application/json']?.examples ?? {}).map(
        (/** @type {any} */ example) => dereference(document, example, '').value.value?.error?.code,
      );
      const code = [...new Set(codes.filter(Boolean))].map((name) => ` \`${name}\``).join(',');
      return `@throws {ApiError} ${status}${code}: ${firstSentence(value.description)}`;
    });
}

/**
 * @param {Record<string, any>} document
 * @param {any} schema
 * @param {string} name
 * @returns {any} the schema of a property
 */
function propertyOf(document, schema, name) {
  return schema && dereference(document, schema, '').value.properties?.[name];
}

/**
 * @param {any} schema
 * @param {string} what
 * @param {{ operationId: string }} operation
 * @returns {string} the name of a component, or of an array of it
 */
function typeOf(schema, what, { operationId }) {
  const ref = schema?.$ref ?? (schema?.type === 'array' ? schema.items?.$ref : undefined);
  if (!ref) throw new Error(`${what} ${operationId} is not a named schema. Move it to components.schemas.`);
  return `${ref.split('/').at(-1)}${schema.$ref ? '' : '[]'}`;
}

/** @param {string} [text] */
function paragraph(text = '') {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** @param {string} [text] */
function firstSentence(text) {
  return /^.*?[.:](?= [A-Z`]|$)/.exec(paragraph(text))?.[0] ?? paragraph(text);
}

/**
 * @param {readonly string[]} lines
 * @returns {string} a documentation comment, without empty lines at its end or after another
 */
function comment(lines) {
  const text = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  const safe = text.map((line) => `   * ${line.replaceAll('*/', '*\\/')}`.trimEnd());
  return ['  /**', ...safe, '   */'].join('\n');
}
