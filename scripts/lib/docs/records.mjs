// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { changelog } from '../changes/changelog.mjs';
import { compareDocuments } from '../changes/compare-documents.mjs';
import { releases } from '../changes/releases.mjs';
import { root } from '../paths.mjs';
import { html } from './html.mjs';
import { renderMarkdown } from './markdown.mjs';
import { heading } from './parts.mjs';

/**
 * What changed for callers from one version of the contract to the next, and for users of the package.
 *
 * @param {Record<string, any>} document
 */
export function changelogPage(document) {
  const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace(/^# .*\n/, '');
  const packageLog = renderMarkdown(`${pending()}${log}`.replaceAll(/^#+ /gm, '#$&')).body;
  return {
    path: 'changelog.html',
    title: 'Changelog',
    description: 'What changed in the contract, and in the package.',
    main: html`<h1>Changelog</h1>
${heading(2, 'contract', 'The contract')}
${contractChanges(document, releases(join(root, 'released')))}
<p>How versions of the contract follow on one another is told in <a href="guides/versioning.html">versioning and deprecation</a>.</p>
${heading(2, 'package', 'The package')}
<div class="prose">${packageLog}</div>`,
  };
}

/**
 * The newest first; each version is compared with the one before it.
 *
 * @param {Record<string, any>} document which may be ahead of the last release
 * @param {import('../changes/releases.mjs').Release[]} released the first one first
 */
export function contractChanges(document, released) {
  const versions = released.map(({ version, path }) => ({
    version,
    document: parse(readFileSync(path, 'utf8')),
  }));
  const last = versions.at(-1);
  const ahead = last ? compareDocuments(last.document, document) : [];
  const name = last && document.info.version === last.version ? 'Not yet released' : document.info.version;
  const steps = versions.map(({ version, document: own }, index) => {
    const before = versions[index - 1];
    return html`${heading(3, `contract-${version}`, version)}${before ? changes(compareDocuments(before.document, own), before.version) : html`<p>The first version.</p>`}`;
  });
  return html`${(ahead.length > 0 || !last) && html`${heading(3, 'contract-next', name)}${last ? changes(ahead, last.version) : html`<p>The first version.</p>`}`}${steps.reverse()}`;
}

/** @param {import('../changes/compare-documents.mjs').Change[]} list @param {string} since */
function changes(list, since) {
  const text = changelog(list, since)
    .replace(/^# .*$/m, '')
    .replaceAll(/^#+ /gm, (marks) => `##${marks}`);
  return html`<div class="prose">${renderMarkdown(text).body}</div>`;
}

/** What changesets hold for the next version of the package, as its changelog will tell it. */
function pending() {
  const folder = join(root, '.changeset');
  const items = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
    .map((text) => `- ${text.trim().replaceAll('\n', '\n  ')}\n`);
  return items.length > 0 ? `## Not yet released\n\n${items.join('')}\n` : '';
}
