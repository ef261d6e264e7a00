// @ts-check
import { html } from '../html.mjs';
import { scrolling } from '../markdown.mjs';
import { shapeOf } from '../schemas.mjs';

/**
 * The operations that come in pages, with the bounds of their `page_size`.
 *
 * @param {Record<string, any>} document
 * @param {import('../operations.mjs').OperationPage[]} operations
 */
export function pagedOperations(document, operations) {
  const rows = operations.flatMap(({ operation, page, parameters }) => {
    const found = parameters.find(({ value }) => value.name === 'page_size');
    return found ? [{ operation, page, schema: shapeOf(document, found.value.schema).schema }] : [];
  });
  return scrolling(html`<table><thead><tr><th scope="col">Operation</th><th scope="col"><code>page_size</code></th><th scope="col">If left out</th></tr></thead><tbody>
${rows.map(
  ({ operation, page, schema }) =>
    html`<tr><td><a href="../${page}">${operation.summary}</a></td><td>${schema.minimum} to ${schema.maximum}</td><td>${schema.default}</td></tr>\n`,
)}</tbody></table>`);
}
