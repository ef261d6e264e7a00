// @ts-check

/**
 * Replaces the generated blocks of a Markdown page. A block is the text between `<!-- name -->` and `<!-- /name -->`.
 *
 * @param {string} page
 * @param {Readonly<Record<string, string>>} blocks text by name
 * @returns {string}
 * @throws {Error} if the page lacks a block, or has one that is not generated
 */
export function withBlocks(page, blocks) {
  for (const [, name = ''] of page.matchAll(/<!-- \/([\w-]+) -->/g)) {
    if (!Object.hasOwn(blocks, name)) throw new Error(`The block ${name} of the page is not generated.`);
  }
  return Object.entries(blocks).reduce((text, [name, content]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`The page has no block ${start} … ${end}.`);
    const space = content.includes('\n') ? '\n\n' : '';
    return `${text.slice(0, from + start.length)}${space}${content}${space}${text.slice(to)}`;
  }, page);
}
