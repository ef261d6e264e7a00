import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { contractChanges } from './records.mjs';

const documentOf = (version, ...paths) => ({
  openapi: '3.1.1',
  info: { title: 'A', version },
  paths: Object.fromEntries(
    paths.map((path) => [path, { get: { operationId: path.slice(1), responses: {} } }]),
  ),
});

/** Documents as a release leaves them. */
function released(...documents) {
  const folder = mkdtempSync(join(tmpdir(), 'released-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return documents.map((document) => {
    const path = join(folder, `${document.info.version}.yaml`);
    writeFileSync(path, JSON.stringify(document));
    return { version: document.info.version, path };
  });
}
const headings = (page) => [...page.text.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id);

it('tells each step between versions, the newest first', () => {
  const page = contractChanges(
    documentOf('1.2.0', '/a', '/b', '/c'),
    released(documentOf('1.0.0', '/a'), documentOf('1.1.0', '/a', '/b')),
  );
  expect(headings(page)).toEqual(['contract-next', 'contract-1.1.0', 'contract-1.0.0']);
  const [next, second, first] = page.text.split('<h3').slice(1);
  expect([next.includes('/c'), next.includes('/b')]).toEqual([true, false]);
  expect([second.includes('/b'), second.includes('/c')]).toEqual([true, false]);
  expect(first).toContain('The first version.');
});

it('has nothing ahead of a release that is the document itself', () => {
  expect(headings(contractChanges(documentOf('1.0.0', '/a'), released(documentOf('1.0.0', '/a'))))).toEqual([
    'contract-1.0.0',
  ]);
});
