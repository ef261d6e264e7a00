// @ts-check
import { titleOf } from './parts.mjs';

/**
 * The list of pages that stands beside each.
 *
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage[]} operations
 * @param {ReturnType<typeof import('./written-pages.mjs').writtenPages>} written
 * @returns {import('./layout.mjs').NavGroup[]}
 */
export function navigation(document, operations, { guides, about, decisions }) {
  const linksTo = (/** @type {import('./written-pages.mjs').WrittenPage[]} */ pages) =>
    pages.map(({ path, short }) => ({ path, title: short }));
  return [
    { title: 'Guides', open: true, links: linksTo(guides) },
    {
      title: 'Reference',
      open: true,
      links: [
        { path: 'reference/index.html', title: 'All operations' },
        { path: 'reference/schemas.html', title: 'Schemas' },
        { path: 'reference/errors.html', title: 'Error codes' },
        { path: 'reference/events.html', title: 'Events' },
        { path: 'reference/envelope.html', title: 'The envelope' },
        { path: 'downloads.html', title: 'Downloads' },
      ],
    },
    ...document.tags.map((/** @type {any} */ { name }) => ({
      title: titleOf(name),
      links: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ page, short, operation }) => ({
          path: page,
          title: short,
          deprecated: operation.deprecated,
        })),
    })),
    {
      title: 'About the contract',
      open: true,
      links: [
        { path: 'checks.html', title: 'All checks' },
        { path: 'defects.html', title: 'Wrong servers' },
        { path: 'requirements.html', title: 'Requirements' },
        ...linksTo(about),
        { path: 'changelog.html', title: 'Changelog' },
      ],
    },
    { title: 'Decisions', links: linksTo(decisions) },
  ];
}
