import { describe, expect, it } from 'vitest';
import { isRetryableStatus, statusOfCode } from '../../../src/contract/errors.ts';
import { document } from '../../../src/generated/document.js';
import { errorsPage } from './errors-page.mjs';
import { eventsPage } from './events-page.mjs';
import { operationPage } from './operation-page.mjs';
import { operationPages } from './operations.mjs';
import { schemasPage } from './schemas-page.mjs';

const operations = operationPages(document);
const settings = {
  ids: {},
  scenarios: ['default'],
  now: '2026-06-15T12:00:00Z',
  clientMethod: 'a.b',
  checks: [],
  term: () => null,
};
const pageOf = (operation) => operationPage(document, operation, settings, () => undefined).main.text;
const follow = (part) =>
  part.$ref
    ? follow(
        part.$ref
          .slice(2)
          .split('/')
          .reduce((at, name) => at[name], document),
      )
    : part;
const isProposed = (...parts) => parts.some((part) => part['x-provenance'] === 'proposed');

/** Ids of the page's parts, each with whether a badge stands on it. */
function badges(text, part) {
  return Object.fromEntries(
    [...text.matchAll(part)].map(([, id, content]) => [id, content.includes('badge proposed')]),
  );
}
const fields = /<li id="([^"]+)" class="field">\n(<div class="field-head">.*?<\/div>)/gs;

/** Every property below a schema by the address its field has, each with whether it is a proposal. */
function propertiesOf(schema, path) {
  const { items, additionalProperties, allOf = [], properties = {}, ...own } = follow(schema);
  const choices = (own.oneOf ?? own.anyOf ?? []).filter(({ type }) => type !== 'null');
  const hasProperties = Object.keys(properties).length > 0;
  const variants =
    choices.length === 1
      ? propertiesOf(choices[0], path)
      : hasProperties
        ? []
        : choices.flatMap((choice, index) => propertiesOf(choice, `${path}.${index + 1}`));
  return [
    ...allOf.flatMap((part) => propertiesOf(part, path)),
    ...(items ? propertiesOf(items, path) : []),
    ...(typeof additionalProperties === 'object' ? propertiesOf(additionalProperties, `${path}.*`) : []),
    ...Object.entries(properties).flatMap(([name, property]) => [
      [`${path}.${name}`, isProposed(property)],
      ...propertiesOf(property, `${path}.${name}`),
    ]),
    ...variants,
  ];
}

describe.each(operations)('the page of $operation.operationId', (operation) => {
  const text = pageOf(operation);
  const { parameters, requestBody, responses, pathItem } = operation;

  it('marks each parameter that is proposed, and no other', () => {
    expect(badges(text, /<tr id="([^"]+)">(.*?)<\/tr>/gs)).toEqual(
      Object.fromEntries(
        parameters.map(({ value }) => [`${value.in}-${value.name}`, isProposed(value, value.schema)]),
      ),
    );
  });

  it('marks each field that is proposed, and no other', () => {
    const bodies = Object.entries(responses)
      .filter(([status]) => status < 300)
      .flatMap(([status, { value }]) => {
        const envelope = value.content['application/json'].schema;
        const { properties } = envelope.allOf.at(-1);
        return propertiesOf(properties.data, status === '201' ? 'created' : 'data');
      });
    const sent = requestBody
      ? propertiesOf(requestBody.value.content['application/json'].schema, 'body')
      : [];
    expect(badges(text, fields)).toEqual(Object.fromEntries([...bodies, ...sent]));
  });

  it('marks itself and each answer that is proposed', () => {
    expect(/<p class="endpoint">.*?<\/p>/s.exec(text)?.[0].includes('badge proposed')).toBe(
      isProposed(operation.operation, pathItem),
    );
    const answers = badges(text, /<h2 id="answer-(\d+)">(.*?)<\/h2>/gs);
    const failures = badges(text, /<details class="failure" id="failure-(\d+)"><summary>(.*?)<\/summary>/gs);
    expect({ ...answers, ...failures }).toEqual(
      Object.fromEntries(Object.entries(responses).map(([status, { value }]) => [status, isProposed(value)])),
    );
  });
});

it('events mark each field that is proposed', () => {
  const text = eventsPage(document, () => undefined).main.text;
  const expected = Object.entries(document.webhooks).flatMap(([name, { post }]) =>
    propertiesOf(post.requestBody.content['application/json'].schema, name),
  );
  expect(badges(text, fields)).toEqual(Object.fromEntries(expected));
});

it('every schema has an address', () => {
  const text = schemasPage(document, operations).main.text;
  const ids = [...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(Object.keys(document.components.schemas));
});

it('every error code has an address, and names the operations that answer with it', () => {
  const text = errorsPage(document, operations, { statusOfCode, isRetryableStatus }).main.text;
  expect([...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)).toEqual(Object.keys(statusOfCode));
  expect(text).toContain('<a href="get-renewal.html#failure-404">Renewal</a>');
});
