// @ts-check
import { facts, fieldList, values } from './fields.mjs';
import { html } from './html.mjs';
import { prose } from './markdown.mjs';
import { heading, provenance } from './parts.mjs';
import { shapeOf } from './schemas.mjs';

/**
 * Every schema under its own name, which is also the name of its type in the client.
 *
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage[]} operations
 */
export function schemasPage(document, operations) {
  const schemas = Object.entries(document.components.schemas);
  const uses = usesOf(document, operations);
  return {
    path: 'reference/schemas.html',
    title: 'Schemas',
    description: `All ${schemas.length} schemas of the document.`,
    main: html`<p class="crumbs"><a href="index.html">Reference</a></p><h1>Schemas</h1>
<p class="lead">All ${schemas.length} schemas of the document by name. In TypeScript each is a <a href="../package.html#types-alone">type</a>: <code>components['schemas']['${schemas[0]?.[0]}']</code>.</p>
<nav class="jump columns" aria-label="On this page"><ul>${schemas.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></nav>
${schemas.map(([name, schema]) => {
  const shape = shapeOf(document, { $ref: `#/components/schemas/${name}` });
  const users = operations.filter(({ operation }) => uses.get(operation.operationId)?.has(name));
  return html`<section class="schema" aria-labelledby="${name}">${heading(2, name, html`${name}${provenance(schema)}`)}
<p class="facts">${facts({ ...shape, name: null })}</p>
<div class="prose">${prose(shape.schema.description)}</div>
${values(shape)}
${fieldList(document, shape, { path: name, isFlat: true })}
<p class="fact">${users.length === operations.length ? 'Used by every operation.' : users.length > 0 ? html`Used by ${users.map(({ page, short }, index) => html`${index > 0 && ', '}<a href="${page.slice('reference/'.length)}">${short}</a>`)}.` : 'Used by events.'}</p></section>
`;
})}`,
  };
}

/**
 * The schemas that each operation leads to, by its name.
 *
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage[]} operations
 * @returns {Map<string, Set<string>>}
 */
function usesOf(document, operations) {
  const below = (/** @type {unknown} */ part, /** @type {Set<string>} */ found) => {
    for (const [, section = '', name = ''] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      if (section === 'examples' || found.has(`${section}/${name}`)) continue;
      found.add(`${section}/${name}`);
      below(document.components[section][name], found);
    }
    return found;
  };
  return new Map(
    operations.map(({ operation, pathItem }) => [
      operation.operationId,
      new Set(
        [...below([operation, pathItem.parameters ?? []], new Set())]
          .filter((key) => key.startsWith('schemas/'))
          .map((key) => key.slice('schemas/'.length)),
      ),
    ]),
  );
}
