// @ts-check
import { html } from './html.mjs';
import { line, prose } from './markdown.mjs';
import { provenance } from './parts.mjs';
import { shapeOf } from './schemas.mjs';

/** @typedef {import('./schemas.mjs').Shape} Shape */
/** @typedef {{ path: string, name: string, description: string }} FieldEntry for the search */

/** How deep objects stand open when the page comes up. */
const openLevels = 2;

/**
 * The fields of an object and of what is in it, as nested lists.
 *
 * @param {Record<string, any>} document
 * @param {Shape} shape
 * @param {{ path: string, seen?: (entry: FieldEntry) => void, level?: number, isFlat?: boolean }} at
 *   `path` begins the ids; a flat list leaves what has a name of its own to the page of schemas
 * @returns {import('./html.mjs').Html}
 */
export function fieldList(document, shape, { path, seen = () => undefined, level = 0, isFlat = false }) {
  const below = (/** @type {Shape} */ inner, /** @type {string} */ own, deeper = 1) =>
    isFlat && inner.name && inner.name !== shape.name
      ? html``
      : fieldList(document, inner, { path: own, seen, level: level + deeper, isFlat });
  if (shape.items) return below(shape.items, path, 0);
  if (shape.values) return below(shape.values, `${path}.*`, 0);
  if (shape.variants.length > 0) {
    return html`<p class="either">One of ${shape.variants.length} shapes:</p>${shape.variants.map(
      ({ name, shape: variant }, index) => {
        const label = name ? words(name) : typeWords(variant);
        return html`<details class="variant"${index === 0 && level < openLevels ? html` open` : ''}><summary>${label}</summary>
${variant.schema.description && html`<div class="prose">${prose(variant.schema.description)}</div>`}
${below(variant, `${path}.${index + 1}`)}</details>`;
      },
    )}`;
  }
  if (!shape.properties) return html``;
  return html`<ul class="fields">${Object.entries(shape.properties).map(([name, property]) => {
    const inner = shapeOf(document, property);
    const own = `${path}.${name}`;
    seen({ path: own, name, description: inner.schema.description ?? '' });
    const inside = below(inner, own);
    return html`<li id="${own}" class="field">
<div class="field-head"><a class="name" href="#${own}"><code>${name}</code></a> ${facts(inner)}${!shape.required.has(name) && html` <span class="fact">optional</span>`}${provenance(property)}</div>
<div class="prose">${prose(inner.schema.description)}</div>
${values(inner)}
${
  inside.text &&
  html`<details class="inside"${level < openLevels - 1 ? html` open` : ''}><summary>${insideOf(inner)} of <code>${name}</code></summary>${inside}</details>`
}
</li>`;
  })}</ul>`;
}

/**
 * Type, unit and bounds in a row of short words.
 *
 * @param {Shape} shape
 */
export function facts(shape) {
  const { schema } = shape;
  const unit = schema['x-unit'] ?? shape.items?.schema['x-unit'];
  const name = shape.name ?? shape.items?.name ?? shape.values?.name;
  const isRange = schema.minimum !== undefined || schema.maximum !== undefined;
  const items = [
    html`<span class="type">${typeWords(shape)}</span>`,
    name && html`<a class="fact" href="schemas.html#${name}">${name}</a>`,
    unit && html`<span class="fact unit">${unit}</span>`,
    shape.nullable && html`<span class="fact">or null</span>`,
    schema.format && html`<span class="fact">${schema.format}</span>`,
    schema.exclusiveMinimum !== undefined && html`<span class="fact">above ${schema.exclusiveMinimum}</span>`,
    isRange && html`<span class="fact">${range(schema)}</span>`,
    schema.maxItems !== undefined && html`<span class="fact">at most ${schema.maxItems}</span>`,
  ];
  return items.filter(Boolean).flatMap((item) => [item, ' ']);
}

/**
 * The values something can have, and whether there may be more.
 *
 * @param {Shape} shape
 */
export function values(shape) {
  const { schema } = shape.items && !shape.items.properties ? shape.items : shape;
  const list = (/** @type {unknown[]} */ all) =>
    all.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`);
  return html`${schema.enum && html`<p class="values">One of ${list(schema.enum)}.</p>`}${
    schema.const !== undefined && html`<p class="values">Always <code>${String(schema.const)}</code>.</p>`
  }${
    schema['x-known-values'] &&
    html`<p class="values">Known values, of an open set: ${list(schema['x-known-values'])}.</p>`
  }${shape.schema.default !== undefined && html`<p class="values">Default: <code>${String(shape.schema.default)}</code>.</p>`}${
    schema.pattern && html`<p class="values">Pattern: <code>${schema.pattern}</code></p>`
  }`;
}

/** @param {Shape} shape @returns {string} */
function typeWords(shape) {
  if (shape.items) return `array of ${plural(typeWords(shape.items))}`;
  if (shape.variants.length > 0)
    return shape.variants
      .map(({ shape: one }) => typeWords(one))
      .filter((word, index, all) => all.indexOf(word) === index)
      .join(' or ');
  if (shape.values) return `map of ${plural(typeWords(shape.values))}`;
  if (shape.schema.const !== undefined && shape.types.length === 0) return typeof shape.schema.const;
  return shape.types.join(' or ') || 'any';
}

/** @param {string} word */
function plural(word) {
  return word === 'any' ? 'anything' : word.replace(/^(string|number|integer|object|boolean)\b/, '$1s');
}

/** @param {Record<string, any>} schema */
function range({ minimum, maximum }) {
  if (minimum === undefined) return `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`;
}

/** @param {Shape} shape */
function insideOf(shape) {
  if (shape.items) return 'Each item';
  return shape.values ? 'Each value' : 'Fields';
}

/** @param {string} name a schema's, as words */
function words(name) {
  const text = name.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return line(text);
}
