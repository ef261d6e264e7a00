import { describe, expect, it } from 'vitest';
import { createMock } from '../../../mocks/index.ts';
import { document } from '../../../src/generated/document.js';
import { operationPages } from './operations.mjs';
import { postmanCollection } from './postman.mjs';

const mock = await createMock();
const fixtures = await (await mock.fetch('/.well-known/cost-contract.json')).json();
const known = {
  audit_id: String(fixtures.audit_id),
  commitment_id: 'ri-7f3a2c10',
  id: 'rec-1006',
  key_id: 'vtk-cost-center',
  provider_id: 'provider_b',
  recommendation_id: 'rec-1006',
};
const pages = operationPages(document);
const ids = (operationId) =>
  operationId === 'getRenewal' ? { ...known, commitment_id: 'ri-5ea4c80f' } : known;
const collection = postmanCollection(document, pages, ids);
const items = collection.item.flatMap(({ item }) => item);

it('says which format it is in', () => {
  expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  expect(collection.info.name).toBe(document.info.title);
});

it('has every operation, in the folder of its tag', () => {
  expect(collection.item.map(({ item }) => item.length)).toEqual(
    document.tags.map(({ name }) => pages.filter(({ operation }) => operation.tags[0] === name).length),
  );
});

it('is made of what the format knows', () => {
  const text = expect.any(String);
  for (const { name, request, event = [] } of items) {
    expect(Object.keys(request).filter((key) => !/^(method|description|header|url|body)$/.test(key))).toEqual(
      [],
    );
    expect({ name, ...request }).toMatchObject({
      name: text,
      method: expect.stringMatching(/^(GET|PUT|POST|DELETE)$/),
      description: text,
      url: { raw: text, host: ['{{base_url}}'] },
    });
    expect(request.url.path.join('/')).toBe(request.url.raw.replace('{{base_url}}/', ''));
    const pairs = [...request.header, ...request.url.query, ...request.url.variable];
    for (const pair of pairs) expect(pair).toMatchObject({ key: text, value: text, description: text });
    for (const { script } of event) expect(() => new Function('pm', script.exec.join('\n'))).not.toThrow();
    if (request.body) {
      expect(request.body.mode).toBe('raw');
      expect(() => JSON.parse(request.body.raw)).not.toThrow();
    }
  }
});

describe('run from top to bottom against a fresh mock', () => {
  const variables = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
  const filled = (text) =>
    text.replaceAll(/\{\{(.+?)\}\}/g, (_, name) =>
      name === '$guid' ? crypto.randomUUID() : variables[name],
    );
  const pm = (response) => ({
    response: { json: () => response },
    collectionVariables: { set: (name, value) => Object.assign(variables, { [name]: value }) },
  });

  it.each(items)('$name', async ({ request, event = [] }) => {
    const { query, variable } = request.url;
    const path = request.url.raw.replaceAll(/\/:(\w+)/g, (_, name) => {
      return `/${encodeURIComponent(filled(variable.find(({ key }) => key === name).value))}`;
    });
    const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
    const response = await mock.fetch(
      `${filled(path)}${sent.length > 0 ? `?${new URLSearchParams(sent)}` : ''}`,
      {
        method: request.method,
        headers: {
          Authorization: `Bearer ${filled(collection.auth.bearer[0].value)}`,
          ...Object.fromEntries(request.header.map(({ key, value }) => [key, filled(value)])),
        },
        body: request.body?.raw ?? null,
      },
    );
    expect(response.status).toBeLessThan(300);
    const answer = await response.json();
    for (const { script } of event) new Function('pm', script.exec.join('\n'))(pm(answer));
  });
});
