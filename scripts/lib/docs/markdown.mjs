// @ts-check
import { Marked } from 'marked';
import { highlight } from './highlight.mjs';
import { escaped, Html, html, raw } from './html.mjs';

/**
 * Markdown of a whole page.
 *
 * @typedef {{ id: string, text: string, depth: number }} Heading
 *
 * @param {string} text
 * @param {object} [options]
 * @param {(href: string) => string | null} [options.link] turns an address of the repository into one
 *   of the site, or null where the site has none
 * @param {(code: string) => string | null} [options.term] the address of what a piece of code names
 * @param {(href: string, alt: string) => Html} [options.image] a picture of the repository, as HTML
 * @param {(name: string) => Html | null} [options.block] what stands for a code block of the language
 *   `figure`, by the name inside it
 * @returns {{ body: Html, headings: Heading[], opening: string }} `opening` is the first paragraph
 */
export function renderMarkdown(
  text,
  { link = (href) => href, term = () => null, image = () => html``, block = () => null } = {},
) {
  /** @type {Heading[]} */
  const headings = [];
  let isInLink = false;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const plain = plainText(inner);
        const id = unused(slug(plain), headings);
        headings.push({ id, text: plain, depth });
        return `<h${depth} id="${id}">${inner} ${depth > 1 ? `<a class="anchor" href="#${id}" aria-label="Link to “${escaped(plain)}”">#</a>` : ''}</h${depth}>\n`;
      },
      link({ href, title, tokens }) {
        const name = title ? ` title="${escaped(title)}"` : '';
        const address = link(href);
        isInLink = true;
        const inner = this.parser.parseInline(tokens);
        isInLink = false;
        return address === null ? inner : `<a href="${escaped(address)}"${name}>${inner}</a>`;
      },
      image: ({ href, text: alt }) => image(href, alt).text,
      codespan({ text: code }) {
        const address = isInLink ? null : term(code);
        const inner = `<code>${escaped(code)}</code>`;
        return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`;
      },
      code({ text: code, lang }) {
        if (lang !== 'figure') return codeBlock(code, lang ?? '').text;
        const figure = block(code.trim());
        if (!figure) throw new Error(`There is no figure ${code.trim()}.`);
        return figure.text;
      },
      table({ header, rows, align }) {
        const cells = (/** @type {any[]} */ row, /** @type {string} */ name, more = '') =>
          row
            .map(({ tokens }, index) => {
              const end = align[index] === 'right' ? ' class="end"' : '';
              return `<${name}${more}${end}>${this.parser.parseInline(tokens)}</${name}>`;
            })
            .join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = cells(header, 'th', ' scope="col"');
        return scrolling(html`<table><thead><tr>${raw(head)}</tr></thead><tbody>${raw(body)}</tbody></table>`)
          .text;
      },
    },
  });
  const tokens = marked.lexer(text);
  marked.walkTokens(tokens, polish);
  const opening = tokens.find(({ type }) => type === 'paragraph')?.raw.trim() ?? '';
  return { body: raw(marked.parser(tokens)), headings, opening };
}

/** @param {string | undefined} text Markdown of a description */
export function prose(text) {
  return text ? raw(/** @type {string} */ (plain.parse(text))) : raw('');
}

/** @param {string | undefined} text Markdown of one line */
export function line(text) {
  return text ? raw(/** @type {string} */ (plain.parseInline(text))) : raw('');
}

const plain = new Marked({ walkTokens: polish });

/**
 * A number and its unit stay together, and apostrophes are round. Not in code, which is copied.
 *
 * @param {import('marked').Token} token
 */
function polish(token) {
  if (token.type === 'text') {
    token.text = token.text.replace(/(\d) %/g, '$1\u00a0%').replace(/(\w)'(\w)/g, '$1’$2');
  }
}

/**
 * A block of code with a button that copies it.
 *
 * @param {string} code
 * @param {string} language
 */
export function codeBlock(code, language) {
  return html`<div class="code"><pre tabindex="0"><code${language && html` class="${language}"`}>${highlight(code, language)}</code></pre></div>\n`;
}

/**
 * What may be wider than a phone, reachable by keyboard.
 *
 * @param {Html} table
 */
export function scrolling(table) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table">${table}</div>\n`;
}

/** @param {string} text */
export function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** @param {string} id @param {Heading[]} headings those before it */
function unused(id, headings) {
  const taken = headings.filter((one) => one.id === id || one.id.startsWith(`${id}-again-`)).length;
  return taken === 0 ? id : `${id}-again-${taken}`;
}

/** @param {string} markup HTML; what comes back has neither tags nor entities */
export function plainText(markup) {
  return markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', '’')
    .replaceAll('&amp;', '&')
    .trim();
}
