// @ts-check

/** @typedef {readonly (readonly string[])[]} Rows the first is the head; the first column is text, the others are figures */

/**
 * @param {Rows} rows
 * @returns {string} aligned for a terminal, and fit to stand in Markdown
 */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  /** @param {readonly string[]} row */
  const line = (row) =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
