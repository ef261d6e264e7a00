import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import { bodyValidators } from '../../generated/validators.js';

const { examples } = document.components;
const example = (name: string) => examples[`createWebhookEndpoint.${name}`].value;
const accepts = (body: unknown) => bodyValidators.createWebhookEndpoint?.(body);

describe('the examples of createWebhookEndpoint', () => {
  it.each([
    ['with-description', 'registered'],
    ['least', 'without-description'],
  ])('answer %s with what was asked for', (request, answer) => {
    expect(example(answer).data).toMatchObject(example(request));
  });
});

describe('the body of createWebhookEndpoint', () => {
  const least = example('least');

  it('takes loopback without TLS, for receivers under test', () => {
    expect(accepts({ ...least, url: 'http://127.0.0.1:9000/events' })).toBe(true);
  });

  it.each([
    ['another host without TLS', { ...least, url: 'http://hooks.example.com/' }],
    ['a host that only begins like loopback', { ...least, url: 'http://localhost.example.com/' }],
    ['no url', { event_types: least.event_types }],
    ['no event types', { url: least.url }],
    ['an empty list of event types', { ...least, event_types: [] }],
    ['an event type twice', { ...least, event_types: ['optimization.completed', 'optimization.completed'] }],
    ['a member with a slip in its name', { ...least, event_type: 'optimization.completed' }],
  ])('refuses %s', (_, body) => {
    expect(accepts(body)).toBe(false);
  });
});
