import { dereference } from '../../../scripts/lib/document/resolve-pointer.mjs';
import { isRetryableStatus, statusOfCode } from '../../../src/contract/errors.js';
import {
  document,
  examplesOf,
  jsonOf,
  type Operation,
  operations,
  operationTags,
  titleOf,
} from './document.js';
import { facts, fieldList, parameterList, values } from './fields.js';
import * as md from './markdown.js';
import { exampleList } from './operation.js';
import type { Found, GeneratedPage } from './page.js';
import { shapeOf } from './shape.js';

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const linksTo = (some: readonly Operation[]) =>
  some.map(({ short, page }) => `[${short}](/${page})`).join(', ');

export function referenceIndex(): GeneratedPage {
  const { title, version, description } = document.info;
  const rows = (tag: string) =>
    operations
      .filter((operation) => operation.tag === tag)
      .map(({ method, path, page, operation, pathItem }) => {
        const marks = `${md.provenance(operation, pathItem)}${operation.deprecated ? md.deprecated : ''}`;
        return `- ${md.method(method)} [${operation.summary}](/${page})${marks}<br><code class="path" v-pre>${path.replaceAll('/', '/<wbr>')}</code>`;
      })
      .join('\n');
  return {
    path: 'reference/index',
    title: 'Reference',
    description: `All ${operations.length} operations of the API.`,
    found: [],
    content: md.blocks(
      '# Reference',
      `${title}, version ${version}: ${operations.length} operations. Each page has parameters, fields, examples and errors, and a form that calls the operation. See also the [schemas](/reference/schemas) and the [error codes](/reference/errors).`,
      ...operationTags.map((tag) =>
        md.blocks(md.heading(2, tag.name, titleOf(tag.name)), md.prose(tag.description), rows(tag.name)),
      ),
      md.heading(2, 'events', 'Events'),
      'The service sends events to [registered endpoints](/reference/create-webhook-endpoint). [Webhooks](/guides/webhooks) shows how to verify them.',
      Object.entries<any>(document.webhooks)
        .map(([name, item]) => `- \`${name}\`: ${item.post.summary}${md.provenance(item, item.post)}`)
        .join('\n'),
      md.heading(2, 'about', 'About the API'),
      md.prose(description.replaceAll(/^## /gm, '### ')),
      `The badge${md.provenance({ 'x-provenance': 'proposed' })} marks operations, parameters, fields, headers and responses that are proposals of this contract; "type proposed" marks a field of which only the name is stated. Everything else is stated by the service, or follows from its statements.`,
    ),
  };
}

export function eventsPage(): GeneratedPage {
  const events = Object.entries<any>(document.webhooks);
  const headers = (events[0]?.[1].post.parameters ?? []).map((one: any) => dereference(document, one, ''));
  const found: Found[] = events.map(([name, { post }]) => ({
    anchor: name,
    title: name,
    text: post.summary,
  }));
  return {
    path: 'reference/events',
    title: 'Events',
    description: 'The events that the service sends to registered endpoints.',
    found,
    content: md.blocks(
      '# Events',
      'The service sends each event to the endpoints that are [registered](/reference/create-webhook-endpoint) for its type. [Webhooks](/guides/webhooks) shows how to receive them.',
      '## Headers of a delivery',
      parameterList(headers, found),
      ...events.map(([name, item]) => {
        const content = jsonOf({ value: item.post.requestBody });
        return md.blocks(
          md.heading(2, name, `\`${name}\`${md.provenance(item, item.post)}`),
          md.prose(item.post.description),
          fieldList(shapeOf(content.schema), { path: name, found, level: 1 }),
          exampleList(content, true),
        );
      }),
    ),
  };
}

export function errorsPage(): GeneratedPage {
  const codes = Object.entries(statusOfCode);
  return {
    path: 'reference/errors',
    title: 'Error codes',
    description: `The ${codes.length} error codes and their documented cases.`,
    found: codes.map(([code, status]) => ({
      anchor: code,
      title: `${code} (${status})`,
      text: 'Error code, status',
    })),
    content: md.blocks(
      '# Error codes',
      '`error.code` of a failure envelope. See [errors and retries](/guides/errors-and-retries); the mock returns any error [by name](/guides/mock#errors-and-delays).',
      ...codes.map(([code, status]) =>
        md.blocks(
          md.heading(2, code, `\`${code}\``),
          `Status ${status}. ${isRetryableStatus(status) ? 'Can be retried after a delay.' : 'Do not retry.'}`,
          ...casesOf(code),
        ),
      ),
    ),
  };
}

/** Lists the documented cases of a code, the most common first, with their operations. */
function casesOf(code: string): string[] {
  const cases = new Map<string, Operation[]>();
  for (const operation of operations) {
    for (const response of Object.values(operation.responses)) {
      for (const { name, summary, value } of examplesOf(jsonOf(response))) {
        if (value.error?.code !== code) continue;
        const key = `- \`${name}\`: ${md.line(summary)}`;
        cases.set(key, [...(cases.get(key) ?? []), operation]);
      }
    }
  }
  return [...cases]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([key, some]) => `${key}<br>${someOf(some)}`);
}

function someOf(some: readonly Operation[]): string {
  const others = operations.filter((operation) => !some.includes(operation));
  if (others.length === 0) return 'Every operation';
  return others.length < some.length ? `Every operation but ${linksTo(others)}` : linksTo(some);
}

export function schemasPage(): GeneratedPage {
  const names = Object.keys(document.components.schemas);
  const users = new Map(
    operations.map((one) => [one, componentsIn([one.operation, one.pathItem.parameters])]),
  );
  const found: Found[] = [];
  const section = (name: string) => {
    const shape = shapeOf(component(name));
    const some = operations.filter((one) => users.get(one)?.has(`schemas/${name}`));
    // An envelope is found as its operation.
    if (!name.endsWith('Envelope'))
      found.push({ anchor: name, title: name, text: md.line(shape.schema.description?.split('\n\n')[0]) });
    return md.blocks(
      md.heading(2, name, `${name}${md.provenance(document.components.schemas[name])}`),
      `<span class="facts">${facts(shape, '').join(' · ')}</span>`,
      md.prose(shape.schema.description),
      values(shape),
      fieldList(shape, { path: name, isFlat: true }),
      usedBy(some),
    );
  };
  return {
    path: 'reference/schemas',
    title: 'Schemas',
    description: `All ${names.length} schemas of the document.`,
    found,
    content: md.blocks(
      '# Schemas',
      `All ${names.length} schemas of the document by name. In TypeScript each is a [type](/guides/package#types): \`components['schemas']['${names[0]}']\`.`,
      ...names.map(section),
    ),
  };
}

function usedBy(some: readonly Operation[]): string {
  if (some.length === operations.length) return 'Used by every operation.';
  return `Used by ${some.length > 0 ? linksTo(some) : '[events](/reference/events)'}.`;
}

/** Returns the components that a part of the document references, without examples. */
function componentsIn(part: unknown, known = new Set<string>()): Set<string> {
  for (const [, section = '', name = ''] of JSON.stringify(part ?? null).matchAll(
    /"#\/components\/(\w+)\/([^"]+)"/g,
  )) {
    if (section === 'examples' || known.has(`${section}/${name}`)) continue;
    known.add(`${section}/${name}`);
    componentsIn(document.components[section][name], known);
  }
  return known;
}
