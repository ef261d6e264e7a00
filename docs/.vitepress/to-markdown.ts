import { tables } from '@joplin/turndown-plugin-gfm';
import Turndown from 'turndown';

const turndown = new Turndown({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  hr: '---',
});
turndown.use(tables);
const hasClass = (node: Node, name: RegExp) => name.test((node as Element).getAttribute?.('class') ?? '');

const isDecoration = (node: Node) =>
  hasClass(node, /\b(header-anchor|tabs|control)\b/) ||
  node.nodeName === 'BUTTON' ||
  (node as Element).getAttribute?.('aria-hidden') === 'true';
turndown.addRule('decoration', { filter: (node) => isDecoration(node), replacement: () => '' });

// The form of an operation; its code samples remain, and its parameters without their controls.
turndown.addRule('form', {
  filter: 'form',
  replacement: (_, node) => {
    const labels = [...(node as Element).querySelectorAll('.tabs label')];
    const codes = [...(node as Element).querySelectorAll('.blocks code')];
    return codes.map((code, index) => fence(labels[index]?.textContent ?? '', code)).join('');
  },
});
turndown.addRule('code', {
  filter: (node) => node.nodeName === 'DIV' && hasClass(node, /\blanguage-/),
  replacement: (_, node) => {
    const element = node as Element;
    const [, language = ''] = /language-(\w+)/.exec(element.getAttribute('class') ?? '') ?? [];
    const code = element.querySelector('code');
    return code ? fence(language, code) : '';
  },
});
turndown.addRule('badge', {
  filter: (node) => hasClass(node, /\bVPBadge\b/),
  replacement: (content) => ` (${content})`,
});
turndown.addRule('summary', { filter: 'summary', replacement: (content) => `\n\n${content.trim()}\n\n` });
// The name of a field links to itself.
turndown.addRule('name', {
  filter: (node) => node.nodeName === 'A' && hasClass(node, /\bname\b/),
  replacement: (content) => content,
});

function fence(language: string, code: Element): string {
  return `\n\n\`\`\`${language.toLowerCase()}\n${(code.textContent ?? '').trimEnd()}\n\`\`\`\n\n`;
}

/** Converts the content of a built page. Links lead to the Markdown of other pages. */
export function toMarkdown(html: string): string {
  const from = html.search(/<(div|main)[^>]*class="[^"]*\bvp-doc\b/);
  const content = html
    .slice(from, html.indexOf('</main>', from))
    .replaceAll(/<wbr>|<!--.*?-->/g, '')
    .replaceAll(/(?<=href="\/[^"]*)\.html(?=["#])/g, '.md')
    .replaceAll(/(?<=href="\/[^"#]*\/)(?=["#])/g, 'index.md');
  return `${turndown.turndown(content).trim()}\n`;
}
