// @ts-check
import { expect, test } from 'vitest';
import { compareDocuments } from './compare-documents.mjs';

const json = (/** @type {object} */ schema) => ({ content: { 'application/json': { schema } } });
const kinds = { type: 'string', enum: ['a', 'b'] };
const allKinds = { type: 'string', enum: ['a', 'b', 'c'] };

test('is silent about a document that did not change', () => {
  expect(compareDocuments(get({}), get({}))).toEqual([]);
});

test('an operation that is gone breaks', () => {
  expect(compareDocuments(get({}), { paths: {} })).toEqual([breaks('is gone')]);
});

test('an operation that is new does not', () => {
  expect(compareDocuments({ paths: {} }, get({}))).toEqual([adds('is new')]);
});

test('another operationId breaks generated clients', () => {
  expect(compareDocuments(get({}), get({ operationId: 'readThings' }))).toEqual([
    breaks('is called readThings, no longer listThings'),
  ]);
});

test('a deprecation is told', () => {
  expect(compareDocuments(get({}), get({ deprecated: true }))).toEqual([adds('is deprecated')]);
});

test('another kind of authentication breaks', () => {
  expect(compareDocuments({ ...get({}), security: [{ bearerAuth: [] }] }, get({}))).toEqual([
    { breaking: true, where: 'every operation', what: 'asks for another kind of authentication' },
  ]);
});

test('a parameter that is gone breaks', () => {
  expect(compareDocuments(get({ parameters: [query({})] }), get({}))).toEqual([
    breaks('no longer takes the query parameter `kind`'),
  ]);
});

test('a new parameter breaks only when it is required', () => {
  expect(compareDocuments(get({}), get({ parameters: [query({})] }))).toEqual([
    adds('takes the new query parameter `kind`'),
  ]);
  expect(compareDocuments(get({}), get({ parameters: [query({ required: true })] }))).toEqual([
    breaks('demands the new query parameter `kind`'),
  ]);
});

test('a parameter that becomes required breaks', () => {
  const [optional, required] = [query({}), query({ required: true })];

  expect(compareDocuments(get({ parameters: [optional] }), get({ parameters: [required] }))).toEqual([
    breaks('demands the query parameter `kind`'),
  ]);
  expect(compareDocuments(get({ parameters: [required] }), get({ parameters: [optional] }))).toEqual([
    adds('no longer demands the query parameter `kind`'),
  ]);
});

test('a parameter may take more, not less', () => {
  const [few, many] = [query({ schema: kinds }), query({ schema: allKinds })];

  expect(compareDocuments(get({ parameters: [few] }), get({ parameters: [many] }))).toEqual([
    adds('the query parameter `kind`: the value gained "c"'),
  ]);
  expect(compareDocuments(get({ parameters: [many] }), get({ parameters: [few] }))).toEqual([
    breaks('the query parameter `kind`: the value lost "c"'),
  ]);
});

test('a body that is demanded, or no longer taken, breaks', () => {
  const body = json({ type: 'object' });
  const [optional, required] = [
    get({ requestBody: body }),
    get({ requestBody: { ...body, required: true } }),
  ];

  expect(compareDocuments(get({}), required)).toEqual([breaks('demands a body')]);
  expect(compareDocuments(get({}), optional)).toEqual([adds('takes a body')]);
  expect(compareDocuments(optional, required)).toEqual([breaks('demands the body')]);
  expect(compareDocuments(required, optional)).toEqual([adds('no longer demands the body')]);
  expect(compareDocuments(optional, get({}))).toEqual([breaks('no longer takes a body')]);
});

test('a new field of a body breaks only when it is required', () => {
  const name = { properties: { name: { type: 'string' } } };

  expect(compareDocuments(get({ requestBody: json({}) }), get({ requestBody: json(name) }))).toEqual([
    adds('the body: `name` is new'),
  ]);
  expect(
    compareDocuments(
      get({ requestBody: json({}) }),
      get({ requestBody: json({ ...name, required: ['name'] }) }),
    ),
  ).toEqual([breaks('the body: `name` is new and required')]);
});

test('a success that is gone breaks, a failure that is gone does not', () => {
  expect(compareDocuments(answer({ 200: {}, 404: {} }), answer({ 404: {} }))).toEqual([
    breaks('no longer answers 200'),
  ]);
  expect(compareDocuments(answer({ 200: {}, 404: {} }), answer({ 200: {} }))).toEqual([]);
  expect(compareDocuments(answer({ 200: {} }), answer({ 200: {}, 404: {} }))).toEqual([
    adds('can answer 404'),
  ]);
});

test('a header that is gone breaks', () => {
  const marked = answer({ 200: { headers: { RateLimit: {} } } });

  expect(compareDocuments(marked, answer({ 200: {} }))).toEqual([
    breaks('no longer sends `RateLimit` with 200'),
  ]);
  expect(compareDocuments(answer({ 200: {} }), marked)).toEqual([adds('sends `RateLimit` with 200')]);
});

test('an answer may gain fields, not lose them', () => {
  const less = answer({ 200: json({}) });
  const more = answer({ 200: json({ properties: { name: { type: 'string' } } }) });

  expect(compareDocuments(less, more)).toEqual([adds('200: `name` is new')]);
  expect(compareDocuments(more, less)).toEqual([breaks('200: `name` is gone')]);
});

test('a closed set of an answer may lose members, not gain them', () => {
  const few = answer({ 200: json(kinds) });
  const many = answer({ 200: json(allKinds) });

  expect(compareDocuments(many, few)).toEqual([adds('200: the value lost "c"')]);
  expect(compareDocuments(few, many)).toEqual([breaks('200: the value gained "c"')]);
});

test('an event that is gone breaks, and its payload is an answer', () => {
  const event = (/** @type {object} */ schema) => ({
    paths: {},
    webhooks: { 'thing.changed': { post: { requestBody: json(schema) } } },
  });

  expect(compareDocuments(event({}), { paths: {} })).toEqual([
    { breaking: true, where: 'event thing.changed', what: 'is gone' },
  ]);
  expect(compareDocuments({ paths: {} }, event({}))).toEqual([
    { breaking: false, where: 'event thing.changed', what: 'is new' },
  ]);
  expect(compareDocuments(event(kinds), event(allKinds))).toEqual([
    { breaking: true, where: 'event thing.changed', what: 'the payload: the value gained "c"' },
  ]);
});

/** @param {object} operation */
function get(operation) {
  return { paths: { '/things': { get: { operationId: 'listThings', responses: {}, ...operation } } } };
}

/** @param {object} responses */
function answer(responses) {
  return get({ responses });
}

/** @param {object} parameter */
function query(parameter) {
  return { name: 'kind', in: 'query', schema: kinds, ...parameter };
}

/** @param {string} what */
function breaks(what) {
  return { breaking: true, where: 'GET /things', what };
}

/** @param {string} what */
function adds(what) {
  return { breaking: false, where: 'GET /things', what };
}
