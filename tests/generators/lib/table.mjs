// @ts-check
import { markdownTable } from '../../../scripts/lib/pages/markdown-table.mjs';

/** @typedef {{ tool: import('./tool.mjs').Tool, error?: string } & Partial<import('./tool.mjs').Outcome>} Row */

/**
 * @param {readonly Row[]} rows
 * @returns {string} a Markdown table of tools, in the order of the rows
 */
export function toolTable(rows) {
  return markdownTable(
    [
      ['tool', 'version', 'document', 'result', 'setting'],
      ...rows.map(({ tool, error, result, steps, warnings = [] }) => [
        tool.name,
        tool.version,
        tool.document,
        error
          ? `**fails**: ${cell(error)}`
          : [result, steps && `${steps} steps pass`, warnings.length > 0 && `${warnings.length} warnings`]
              .filter(Boolean)
              .join(', '),
        tool.setting ?? '',
      ]),
    ],
    5,
  );
}

/** @param {string} text */
function cell(text) {
  return text.split('\n')[0]?.replaceAll('|', '\\|') ?? '';
}
