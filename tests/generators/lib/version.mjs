// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

/**
 * @param {string} name name of an npm package
 * @returns {string} its version here
 */
export function npmVersion(name) {
  const [own, main] = ['tests/generators/package.json', 'package.json'].map((file) =>
    JSON.parse(readFileSync(join(root, file), 'utf8')),
  );
  return { ...main.dependencies, ...main.devDependencies, ...own.dependencies }[name].replace('^', '');
}

/**
 * @param {string} name name of a PyPI package
 * @returns {string} its version in requirements.txt
 */
export function pythonVersion(name) {
  const text = readFileSync(join(root, 'tests/generators/requirements.txt'), 'utf8');
  const [, version = ''] = new RegExp(`^${name}(?:\\[.*\\])?==(.*)$`, 'm').exec(text) ?? [];
  return version;
}
