import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** Whether it directly follows the previous block. */
  readonly isNext: boolean;
}

/** A text with commands or programs for readers. */
export interface Page {
  readonly name: string;
  readonly blocks: readonly Block[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const below = (folder: string) =>
  readdirSync(root + folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** All pages for users and contributors. */
export const pages: readonly Page[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...below('docs'),
  ...below('docs/guides'),
].map((name) => ({ name, blocks: blocksOf(readFileSync(root + name, 'utf8')) }));

/** Returns the fenced blocks of a page. */
export function blocksOf(text: string): Block[] {
  let end = 0;
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [fence, language = '', code = ''] = match;
    const isNext = text.slice(end, match.index).trim() === '';
    end = match.index + fence.length;
    return { language, code, isNext };
  });
}
