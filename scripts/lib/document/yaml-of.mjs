// @ts-check
import { stringify } from 'yaml';

/**
 * Writes a document as YAML that parsers of YAML 1.1 read as the same values. They take `2026-02-30` for a date, and fail.
 *
 * @param {object} document
 */
export function yamlOf(document) {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
