// @ts-check
import { operationsOf } from '../operations-of.mjs';
import { dereference } from '../resolve-pointer.mjs';
import { compareSchemas } from './compare-schemas.mjs';

/**
 * One change that a caller can notice.
 * @typedef {object} Change
 * @property {boolean} breaking whether a program written against the older document may fail
 * @property {string} where the operation or event, such as `GET /api/v1/commitments`
 * @property {string} what in words
 */

/**
 * Compares two built documents. What a caller sends may only be allowed more, and what it is sent may
 * only be promised more; everything else breaks somebody.
 *
 * Beside what {@link compareSchemas} does not see, it does not see changes of meaning that leave the
 * shapes alone, failures that are no longer given, and the schemas of headers.
 *
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 * @returns {Change[]}
 */
export function compareDocuments(before, after) {
  const [old, now] = [before, after].map(
    (document) => new Map(operationsOf(document).map((one) => [nameOf(one), one])),
  );
  return [
    ...(JSON.stringify(before.security) === JSON.stringify(after.security)
      ? []
      : [breaks('every operation', 'asks for another kind of authentication')]),
    ...eachName(old, now).flatMap((name) => {
      const [was, is] = [old?.get(name), now?.get(name)];
      if (!is) return [breaks(name, 'is gone')];
      if (!was) return [adds(name, 'is new')];
      return compareOperations({ document: before, ...was }, { document: after, ...is }, name);
    }),
    ...eachName(eventsOf(before), eventsOf(after)).flatMap((event) => {
      const name = `event ${event}`;
      const [was, is] = [eventsOf(before).get(event), eventsOf(after).get(event)];
      if (!is) return [breaks(name, 'is gone')];
      if (!was) return [adds(name, 'is new')];
      return fromSchemas(name, 'the payload', 'answer', {
        before: { document: before, schema: was },
        after: { document: after, schema: is },
      });
    }),
  ];
}

/**
 * @typedef {ReturnType<typeof operationsOf>[number] & { document: Record<string, any> }} Operation
 *
 * @param {Operation} a
 * @param {Operation} b
 * @param {string} name
 * @returns {Change[]}
 */
function compareOperations(a, b, name) {
  return [
    ...(a.operation.operationId === b.operation.operationId
      ? []
      : [breaks(name, `is called ${b.operation.operationId}, no longer ${a.operation.operationId}`)]),
    ...(b.operation.deprecated && !a.operation.deprecated ? [adds(name, 'is deprecated')] : []),
    ...compareParameters(a, b, name),
    ...compareBodies(a, b, name),
    ...compareResponses(a, b, name),
  ];
}

/**
 * @param {Operation} a
 * @param {Operation} b
 * @param {string} name
 * @returns {Change[]}
 */
function compareParameters(a, b, name) {
  const [before, after] = [a, b].map(
    ({ parameters }) =>
      new Map(parameters.map(({ value }) => [`${value.in} parameter \`${value.name}\``, value])),
  );
  return eachName(before, after).flatMap((parameter) => {
    const [was, is] = [before?.get(parameter), after?.get(parameter)];
    if (!is) return [breaks(name, `no longer takes the ${parameter}`)];
    if (!was) {
      return is.required
        ? [breaks(name, `demands the new ${parameter}`)]
        : [adds(name, `takes the new ${parameter}`)];
    }
    return [
      ...demandStep(name, `the ${parameter}`, was, is),
      ...fromSchemas(name, `the ${parameter}`, 'request', schemasOf(a, b, was.schema, is.schema)),
    ];
  });
}

/**
 * @param {Operation} a
 * @param {Operation} b
 * @param {string} name
 * @returns {Change[]}
 */
function compareBodies(a, b, name) {
  const [was, is] = [a.requestBody?.value, b.requestBody?.value];
  if (!was && !is) return [];
  if (!is) return [breaks(name, 'no longer takes a body')];
  if (!was) return [is.required ? breaks(name, 'demands a body') : adds(name, 'takes a body')];
  return [
    ...demandStep(name, 'the body', was, is),
    ...fromSchemas(name, 'the body', 'request', schemasOf(a, b, schemaOfContent(was), schemaOfContent(is))),
  ];
}

/**
 * @param {string} name
 * @param {string} part of the request
 * @param {{ required?: boolean }} was
 * @param {{ required?: boolean }} is
 * @returns {Change[]}
 */
function demandStep(name, part, was, is) {
  if (is.required && !was.required) return [breaks(name, `demands ${part}`)];
  if (was.required && !is.required) return [adds(name, `no longer demands ${part}`)];
  return [];
}

/**
 * @param {Operation} a
 * @param {Operation} b
 * @param {string} name
 * @returns {Change[]}
 */
function compareResponses(a, b, name) {
  const statuses = [...new Set([...Object.keys(a.responses), ...Object.keys(b.responses)])];
  return statuses.flatMap((status) => {
    const [was, is] = [a.responses[status]?.value, b.responses[status]?.value];
    if (!is) return status.startsWith('2') ? [breaks(name, `no longer answers ${status}`)] : [];
    if (!was) return [adds(name, `can answer ${status}`)];
    const headers = Object.keys(was.headers ?? {});
    const newHeaders = Object.keys(is.headers ?? {});
    return [
      ...headers
        .filter((header) => !newHeaders.includes(header))
        .map((header) => breaks(name, `no longer sends \`${header}\` with ${status}`)),
      ...newHeaders
        .filter((header) => !headers.includes(header))
        .map((header) => adds(name, `sends \`${header}\` with ${status}`)),
      ...fromSchemas(name, status, 'answer', schemasOf(a, b, schemaOfContent(was), schemaOfContent(is))),
    ];
  });
}

/**
 * @param {string} where
 * @param {string} part of the exchange that the schemas describe
 * @param {'request' | 'answer'} side who writes it
 * @param {{ before: import('./compare-schemas.mjs').Side, after: import('./compare-schemas.mjs').Side }} schemas
 * @returns {Change[]}
 */
function fromSchemas(where, part, side, { before, after }) {
  return compareSchemas(before, after).map(({ direction, at, what }) => {
    const harmless = side === 'request' ? 'wider' : 'narrower';
    return {
      breaking: direction !== harmless && direction !== 'grown',
      where,
      what: `${part}: ${at ? `\`${at}\` ` : 'the value '}${what}`,
    };
  });
}

/**
 * @param {Operation} a
 * @param {Operation} b
 * @param {any} before
 * @param {any} after
 */
function schemasOf(a, b, before, after) {
  return {
    before: { document: a.document, schema: before },
    after: { document: b.document, schema: after },
  };
}

/** @param {any} carrier a body or an answer */
function schemaOfContent(carrier) {
  return carrier?.content?.['application/json']?.schema ?? {};
}

/**
 * @param {Record<string, any>} document
 * @returns {Map<string, any>} payload schemas by type of event
 */
function eventsOf(document) {
  return new Map(
    Object.entries(document.webhooks ?? {}).map(([event, { post }]) => [
      event,
      schemaOfContent(dereference(document, post.requestBody, '').value),
    ]),
  );
}

/** @param {{ method: string, path: string }} operation */
function nameOf({ method, path }) {
  return `${method.toUpperCase()} ${path}`;
}

/**
 * @param {Map<string, unknown> | undefined} before
 * @param {Map<string, unknown> | undefined} after
 */
function eachName(before, after) {
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
}

/**
 * @param {string} where
 * @param {string} what
 * @returns {Change}
 */
function breaks(where, what) {
  return { breaking: true, where, what };
}

/**
 * @param {string} where
 * @param {string} what
 * @returns {Change}
 */
function adds(where, what) {
  return { breaking: false, where, what };
}
