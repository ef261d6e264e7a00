// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../paths.mjs';

/**
 * A statement of the service's description. conformance/suite/requirements.yaml explains the members.
 *
 * @typedef {object} Requirement
 * @property {string} id
 * @property {string} section
 * @property {string} statement
 * @property {'stated' | 'derived'} basis
 * @property {readonly string[]} document addresses, which may have braces
 * @property {Readonly<Record<string, unknown>>} [expect]
 * @property {readonly string[]} [checks]
 * @property {string} [unseen]
 */

/** @returns {Requirement[]} the rows of conformance/suite/requirements.yaml */
export function readRequirements() {
  const sections = parse(readFileSync(join(root, 'conformance/suite/requirements.yaml'), 'utf8'));
  return Object.entries(sections).flatMap(([section, rows]) =>
    Object.entries(rows).map(([id, { checks, ...row }]) => ({
      id,
      section,
      basis: 'stated',
      ...row,
      ...(checks ? { checks: checks.flatMap(expandBraces) } : {}),
    })),
  );
}

/**
 * Expands every pair of braces: `a.{b,c}` to `a.b` and `a.c`.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function expandBraces(text) {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/.exec(text);
  if (!match) return [text];
  const [, before = '', options = '', after = ''] = match;
  return options.split(',').flatMap((option) => expandBraces(`${before}${option}${after}`));
}
