// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const install = /^npm install .*\bcloud-cost-contract\b(?!-)/m;

/** @returns {Record<string, string>} the README and the pages that install the package by its name, by file */
export function installPages() {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
  const texts = ['README.md', ...pages].map((file) => [file, readFileSync(join(root, file), 'utf8')]);
  return Object.fromEntries(texts.filter(([file, text]) => file === 'README.md' || install.test(text ?? '')));
}
