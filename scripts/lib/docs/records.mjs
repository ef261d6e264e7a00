// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { changelog } from '../changes/changelog.mjs';
import { compareDocuments } from '../changes/compare-documents.mjs';
import { latestRelease } from '../changes/releases.mjs';
import { root } from '../paths.mjs';
import { html } from './html.mjs';
import { renderMarkdown } from './markdown.mjs';

/**
 * What changed for callers since the last released document, and for users of the package.
 *
 * @param {Record<string, any>} document
 */
export function changelogPage(document) {
  const release = latestRelease(join(root, 'released'));
  const packageLog = renderMarkdown(
    withoutTitle(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).replaceAll(/^## /gm, '### '),
  ).body;
  return {
    path: 'changelog.html',
    title: 'Changelog',
    main: html`<h1>Changelog</h1>
<h2 id="contract">The contract</h2>
${contractChanges(document, release)}
<p>How versions of the contract follow on one another is told in <a href="guides/versioning.html">versioning and deprecation</a>.</p>
<h2 id="package">The package</h2>
<div class="prose">${packageLog}</div>`,
  };
}

/**
 * @param {Record<string, any>} document
 * @param {{ version: string, path: string } | undefined} release
 */
function contractChanges(document, release) {
  if (!release || !existsSync(release.path)) {
    return html`<p>Version ${document.info.version} is the first; there is none before it to compare with.</p>`;
  }
  const changes = changelog(
    compareDocuments(parse(readFileSync(release.path, 'utf8')), document),
    release.version,
  );
  return html`<div class="prose">${renderMarkdown(changes.replaceAll(/^#+ /gm, (marks) => `##${marks}`)).body}</div>`;
}

/** @param {string} text */
function withoutTitle(text) {
  return text.replace(/^# .*\n/, '');
}
