import { existsSync } from 'node:fs';
import { posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';
import { figures } from './pages/figures.js';
import { terms } from './pages/index.js';
import { rewrites } from './pages/written.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files and folders of the repository that have a generated page. */
const generated: Readonly<Record<string, string>> = {
  'CHANGELOG.md': '/changelog',
  'CONTRIBUTING.md': '/project/contributing',
  'SECURITY.md': '/project/security',
  'conformance/suite/checks': '/checks',
  'tests/faulty-servers': '/project/faulty-servers',
  'conformance/suite/requirements.yaml': '/project/requirements',
  'openapi.yaml': '/reference/',
  'docs/examples/bill/costs.csv': '/download/costs.csv',
};

type Token = Parameters<MarkdownRenderer['renderer']['render']>[0][number];

/** Adapts Markdown of the repository to the site: links, names in code, and figures. */
export function configureMarkdown(md: MarkdownRenderer): void {
  md.core.ruler.push('addresses', ({ tokens, env }) => {
    // VitePress also parses titles, which have no file.
    const file: string | undefined = env.realPath ?? env.path;
    if (file === undefined) return;
    const source = relative(root, file);
    for (const [index, { type, children }] of tokens.entries()) {
      if (type !== 'inline' || !children) continue;
      rewriteLinks(children, source);
      if (tokens[index - 1]?.type !== 'heading_open') linkTerms(children);
    }
  });
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info !== 'figure') return fence?.(tokens, index, options, env, self) ?? '';
    const figure = figures[content.trim()];
    if (figure === undefined)
      throw new Error(`Unknown figure "${content.trim()}". See docs/.vitepress/pages/figures.ts.`);
    return md.render(figure, { ...env });
  };
}

/** Replaces links to files, which work in the repository, with links to pages. */
function rewriteLinks(tokens: Token[], source: string): void {
  for (const [index, token] of tokens.entries()) {
    const href = token.type === 'link_open' ? token.attrGet('href') : null;
    if (href === null || /^([a-z]+:|[#/])/.test(href)) continue;
    const address = addressOf(href, source);
    if (address) {
      token.attrSet('href', address);
      continue;
    }
    // The file has no page.
    const close = tokens.find(({ type }, at) => at > index && type === 'link_close');
    for (const one of [token, close])
      if (one) Object.assign(one, { type: 'text', content: '', hidden: true });
  }
}

function addressOf(href: string, source: string): string | undefined {
  const [path = '', fragment] = href.split('#');
  const file = posix.join(posix.dirname(source), path).replace(/\/$/, '');
  if (!existsSync(resolve(root, file)))
    throw new Error(`${source} links to ${href}, but ${file} does not exist.`);
  const page = /^docs\/(.*)\.md$/.exec(file)?.[1];
  const address = generated[file] ?? (page && `/${rewrites[`${page}.md`]?.replace(/\.md$/, '') ?? page}`);
  return address && (fragment ? `${address}#${fragment}` : address);
}

/** A page that the package leaves out, where a link would be dead: named by its path. */
const pagePath = /^docs\/[\w/-]+\.md$/;

/** Links the names of operations, error codes, events, checks and pages in code. */
function linkTerms(tokens: Token[]): void {
  for (let index = 0, depth = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    depth += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0;
    const { type, content } = token;
    const named = pagePath.test(content) ? addressOf(content, 'README.md') : terms.get(content);
    const address = type === 'code_inline' && depth === 0 && named;
    if (!address) continue;
    const [open, close] = ['link_open', 'link_close'].map((type, at) =>
      Object.assign(Object.create(Object.getPrototypeOf(token)), token, {
        type,
        tag: 'a',
        nesting: at === 0 ? 1 : -1,
        content: '',
        attrs: at === 0 ? [['href', address]] : null,
      }),
    );
    tokens.splice(index, 1, open, token, close);
    index += 2;
  }
}
