// @ts-check

/** @typedef {readonly (readonly string[])[]} Rows the first row is the header */

/**
 * @param {Rows} rows
 * @param {number} [figuresFrom] the first of the right-aligned columns (default: the second column)
 * @returns {string} Markdown with aligned columns
 */
export function markdownTable(rows, figuresFrom = 1) {
  const [head = [], ...body] = rows;
  // A delimiter row needs at least three dashes per column.
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const isFigure = (/** @type {number} */ column) => column >= figuresFrom;
  const line = (/** @type {readonly string[]} */ row) =>
    join(
      widths.map((width, column) => {
        const cell = row[column] ?? '';
        return isFigure(column) ? cell.padStart(width) : cell.padEnd(width);
      }),
    );
  const rule = widths.map((width, column) =>
    isFigure(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), join(rule), ...body.map(line)].join('\n');
}

/** @param {readonly string[]} cells */
function join(cells) {
  return `| ${cells.join(' | ')} |`;
}
