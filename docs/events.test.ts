import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventWarnings } from '../mocks/webhooks/event-warnings.js';

/** The events that a page sends: by curl to the control plane, or by `emit`. */
function eventsIn(text: string): { type: string; event: unknown }[] {
  const sent = [...text.matchAll(/__mock\/events[^']*'([^']+)'/g)].map(([, body = '']) => JSON.parse(body));
  const emitted = [...text.matchAll(/\.emit\('([^']+)', (\{[^}]*\})\)/g)].map(([, type = '', literal]) => ({
    type,
    event: Function(`return ${literal}`)(),
  }));
  return [...sent, ...emitted];
}

const pages = ['.', 'docs', 'docs/guides']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, events: eventsIn(readFileSync(path, 'utf8')) }));

test('pages send events', () => {
  expect(pages.flatMap(({ events }) => events).length).toBeGreaterThanOrEqual(3);
});

test.each(pages.filter(({ events }) => events.length > 0))(
  'the document allows the events of $path',
  ({ events }) => {
    expect(events.flatMap(({ type, event }) => eventWarnings(type, event))).toEqual([]);
  },
);
