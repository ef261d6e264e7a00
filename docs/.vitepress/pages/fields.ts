import type { Rule } from '../../../conformance/suite/rules/rule.js';
import { blocks, folded, inline, line, prose, provenance } from './markdown.js';
import type { Found } from './page.js';
import { type Shape, shapeOf } from './shape.js';

/** The depth to which objects are expanded initially. */
const openLevels = 2;

interface Place {
  /** Prefix of the ids of the fields. */
  readonly path: string;
  /** Collects the fields for the search. */
  readonly found?: Found[];
  readonly level?: number;
  /** Omits the fields of named components, which the page of schemas shows. */
  readonly isFlat?: boolean;
}

/** Renders the fields of a shape as nested lists. */
export function fieldList(shape: Shape, place: Place): string {
  const { path, level = 0, isFlat = false } = place;
  const inside = (inner: Shape, own: string, deeper = 1) =>
    isFlat && inner.name && inner.name !== shape.name
      ? ''
      : fieldList(inner, { ...place, path: own, level: level + deeper });
  if (shape.items) return inside(shape.items, path, 0);
  if (shape.values) return inside(shape.values, `${path}.*`, 0);
  if (shape.variants.length > 0) {
    const variants = shape.variants.map((variant, index) => {
      const content = blocks(prose(variant.schema.description), inside(variant, `${path}.${index + 1}`));
      return folded(variantName(variant), content, { open: index === 0 && level < openLevels });
    });
    return blocks(`One of ${shape.variants.length} shapes:`, ...variants);
  }
  const fields = Object.entries(shape.properties ?? {}).map(([name, property]) => {
    const inner = shapeOf(property);
    const id = `${path}.${name}`;
    place.found?.push({ anchor: id, title: name, text: firstLine(inner.schema.description) });
    const optional = shape.required.includes(name) ? [] : ['optional'];
    const own = inside(inner, id);
    return field({
      id,
      name,
      facts: [...facts(inner), ...optional],
      mark: provenance(property),
      content: blocks(
        prose(inner.schema.description),
        values(inner),
        rulesAbout(shape, name),
        inner.schema['x-rules-none'] && `No rule: ${line(inner.schema['x-rules-none'])}`,
        own && folded(`${insideOf(inner)} of <code>${name}</code>`, own, { open: level < openLevels - 1 }),
      ),
    });
  });
  return fields.length > 0 ? blocks(rulesAbout(shape), fieldsOf(fields)) : '';
}

/** Renders the rules whose message names this member first, or no member of the shape. */
function rulesAbout({ schema, properties = {} }: Shape, name?: string): string {
  const subject = ({ message }: Rule) =>
    [...message.matchAll(/`(\w+)/g)].map(([, word = '']) => word).find((word) => word in properties);
  return ((schema['x-rules'] ?? []) as readonly Rule[])
    .filter((rule) => subject(rule) === name)
    .map(({ id, message }) => `- ${line(message)} [\`${id}\`](/checks#${id})`)
    .join('\n');
}

/**
 * Renders the parameters of an operation, or the headers of a delivery.
 *
 * @param isForm whether each has its control in the form of the operation
 */
export function parameterList(parameters: readonly any[], found?: Found[], isForm = false): string {
  const rows = parameters.map(({ value: { schema, ...parameter } }) => {
    const id = `${parameter.in}-${parameter.name}`;
    const shape = shapeOf(schema);
    found?.push({ anchor: id, title: parameter.name, text: firstLine(parameter.description) });
    const about = blocks(
      prose(parameter.description),
      [values(shape), exampleOf(parameter, shape)].filter(Boolean).join(' '),
    );
    return field({
      id,
      name: parameter.name,
      facts: [...facts(shape), parameter.in, ...(parameter.required ? ['required'] : [])],
      mark: provenance(parameter, schema),
      content: isForm
        ? blocks(`<Parameter id="${id}" />`, `<div id="${id}-about">\n\n${about}\n\n</div>`)
        : about,
    });
  });
  return fieldsOf(rows);
}

/** Returns type, unit and bounds of a shape. */
export function facts(shape: Shape, name = shape.name ?? shape.items?.name ?? shape.values?.name): string[] {
  const { schema } = shape;
  const { minimum, maximum } = schema;
  return [
    typeOf(shape),
    name && linkTo(name),
    unitOf(shape),
    shape.nullable && 'or null',
    // The size of a number in memory, which its JSON does not have.
    !['double', 'int64'].includes(schema.format) && schema.format,
    schema.exclusiveMinimum !== undefined && `above ${schema.exclusiveMinimum}`,
    maximum === undefined
      ? minimum !== undefined && `at least ${minimum}`
      : `${minimum ?? 'at most'}${minimum === undefined ? ' ' : ' to '}${maximum}`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
  ].filter(Boolean);
}

/** Describes the allowed or known values, the default and the pattern of a shape. */
export function values(shape: Shape): string {
  const { schema } = shape.items && !shape.items.properties ? shape.items : shape;
  const constant = schema.const ?? schema['x-const'];
  const list = (all: readonly unknown[]) => all.map((value) => `\`${value}\``).join(', ');
  return [
    schema.enum && `One of ${list(schema.enum)}.`,
    constant !== undefined && `Always \`${constant}\`.`,
    schema['x-known-values'] && `Known values, of an open set: ${list(schema['x-known-values'])}.`,
    schema['x-known-schemas'] &&
      `Known structures, of an open set: ${schema['x-known-schemas'].map(linkTo).join(', ')}.`,
    shape.schema.default !== undefined && `Default: \`${shape.schema.default}\`.`,
    schema.pattern && `Pattern: \`${schema.pattern}\`.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const linkTo = (name: string) => `[${name}](/reference/schemas#${name})`;
const unitOf = (shape: Shape) => shape.schema['x-unit'] ?? shape.items?.schema['x-unit'];
const fieldsOf = (fields: readonly string[]) => `<ul class="fields">\n${fields.join('\n')}\n</ul>`;

function field(parts: {
  id: string;
  name: string;
  facts: readonly string[];
  mark: string;
  content: string;
}): string {
  const { id, name, facts: words, mark, content } = parts;
  const head = `<a class="name" href="#${id}"><code>${name}</code></a> <span class="facts">${words.join(' · ')}</span>${mark}`;
  return `<li id="${id}">\n\n${blocks(head, content)}\n\n</li>`;
}

function exampleOf({ example, examples }: any, { schema }: Shape): string {
  const [named] = Object.values<any>(examples ?? {});
  const value = example ?? named?.value ?? schema.examples?.[0];
  return value === undefined ? '' : `Example: \`${value}\`.`;
}

function typeOf(shape: Shape): string {
  if (shape.items) return `array of ${plural(typeOf(shape.items))}`;
  if (shape.variants.length > 0) return [...new Set(shape.variants.map(typeOf))].join(' or ');
  if (shape.values) return `map of ${plural(typeOf(shape.values))}`;
  return shape.types.join(' or ') || (shape.schema.const === undefined ? 'any' : typeof shape.schema.const);
}

function plural(type: string): string {
  return type === 'any' ? 'anything' : type.replace(/^(string|number|integer|object|boolean)\b/, '$1s');
}

function insideOf({ items, values }: Shape): string {
  if (items) return 'Each item';
  return values ? 'Each value' : 'Fields';
}

function variantName(shape: Shape): string {
  const words = shape.name?.replaceAll(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return inline(words ?? typeOf(shape));
}

function firstLine(text = ''): string {
  return line(text.split('\n\n')[0]).replaceAll('`', '');
}
