import { stringify } from 'yaml';
import { Scope } from '../conformance/engine/run/scope.js';
import { documentText } from '../mocks/front/document-text.js';
import { basePath } from '../src/contract/base-path.js';
import { operations } from '../src/generated/operations.js';
import { openapi30 } from '../src/openapi-3.0/openapi-3.0.js';
import type { CommandIo } from './command.js';

export interface SpecOptions {
  readonly format: 'yaml' | 'json';
  readonly openapi: '3.1' | '3.0';
  /** The ids of the operations to print. Default: all, and the events. */
  readonly operation?: readonly string[];
}

type Json = any;

/**
 * Prints the OpenAPI document.
 *
 * @throws {CannotStart} if it does not have an operation
 */
export async function runSpec(options: SpecOptions, { stdout }: CommandIo): Promise<number> {
  stdout.writeRaw(await textOf(options));
  return 0;
}

async function textOf({ format, openapi, operation }: SpecOptions): Promise<string> {
  if (format === 'yaml' && openapi === '3.1' && !operation) return documentText('openapi.yaml');
  const whole = JSON.parse(await documentText('openapi.json'));
  const newest = operation ? withOnly(operation, whole) : whole;
  const document = openapi === '3.0' ? openapi30(newest) : newest;
  return format === 'json'
    ? `${JSON.stringify(document, null, 2)}\n`
    : stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}

/** Returns a document with some operations, their tags, and the components that they use. */
function withOnly(ids: readonly string[], { webhooks: _, paths, tags, components, ...rest }: Json): Json {
  const scope = new Scope({ operations, basePath }, { operations: ids });
  const selected = operations.filter(({ operationId }) => scope.has(operationId));
  const items: Record<string, Json> = {};
  for (const { path, method } of selected) {
    const { parameters } = paths[path];
    const name = method.toLowerCase();
    items[path] = { ...(parameters && { parameters }), ...items[path], [name]: paths[path][name] };
  }
  const used = new Set<string>();
  const use = (part: Json) => {
    for (const [pointer, kind = '', name = ''] of JSON.stringify(part).matchAll(reference)) {
      if (used.has(pointer)) continue;
      used.add(pointer);
      use(components[kind][name]);
    }
  };
  use(items);
  const usedOf = ([kind, group]: [string, Json]) => {
    const entries = Object.entries(group).filter(([name]) => used.has(`"#/components/${kind}/${name}"`));
    return entries.length === 0 ? [] : [[kind, Object.fromEntries(entries)] as const];
  };
  const { securitySchemes } = components;
  return {
    ...rest,
    tags: tags.filter(({ name }: Json) => selected.some(({ tag }) => tag === name)),
    paths: items,
    components: { securitySchemes, ...Object.fromEntries(Object.entries<Json>(components).flatMap(usedOf)) },
  };
}

const reference = /"#\/components\/(\w+)\/([^"/]+)"/g;
