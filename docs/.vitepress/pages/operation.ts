import type { Check } from '../../../conformance/engine/check.js';
import type { ReadRule } from '../../../conformance/suite/rules/read-rule.js';
import { dereference } from '../../../scripts/lib/document/resolve-pointer.mjs';
import { document, examplesOf, jsonOf, type Operation, titleOf } from './document.js';
import { fieldList, parameterList } from './fields.js';
import * as md from './markdown.js';
import type { Found, GeneratedPage } from './page.js';
import { shapeOf } from './shape.js';
import { tryItOf } from './try-it.js';

/**
 * Generates the reference page of an operation.
 *
 * @param checks the checks that are specific to this operation
 * @param ids initial values of the path parameters
 */
export function operationPage(
  operation: Operation,
  checks: readonly Check[],
  ids: Readonly<Record<string, string>>,
): GeneratedPage {
  const { id, tag, page, path, method, pathItem, parameters, requestBody, operation: own } = operation;
  const found: Found[] = [];
  const responses = Object.entries<any>(operation.responses);
  const successes = responses.filter(([status]) => status.startsWith('2'));
  const errors = responses.filter(([status]) => !status.startsWith('2'));
  const deprecated = own.deprecated ? md.deprecated : '';
  const request = md.blocks(
    `# ${own.summary}${deprecated}`,
    `${md.method(method)} <code class="path" v-pre>${path.replaceAll('/', '/<wbr>')}</code>${md.provenance(own, pathItem)}`,
    md.prose(own.description),
    `<span class="facts">operationId: <code>${id}</code> · [client](/guides/client): \`client.${id}()\` · [${titleOf(tag)}](/reference/#${tag})</span>`,
    parameters.length > 0 && md.blocks('## Parameters', parameterForm(parameters, found)),
    requestBody ? bodySection(requestBody, found) : false,
  );
  const response = md.blocks(
    ...successes.map(([status, response]) => successSection(status, response, found)),
    ruleSection(own['x-rules']),
    '## Errors',
    'Errors have the [failure envelope](/reference/schemas#FailureEnvelope), with a [code](/reference/errors) and a message. See [errors and retries](/guides/errors-and-retries).',
    ...errors.map(([status, response]) => errorSection(status, response.value)),
    '## Checks',
    `[All checks](/checks) lists those that apply to every operation.${checks.length > 0 ? ' Specific to this operation:' : ''}`,
    checks.map((check) => `- ${md.line(check.requirement)} \`${check.id}\``).join('\n'),
  );
  const names = `${id} ${operation.short} ${method.toUpperCase()} ${path}`;
  return {
    path: page,
    title: own.summary,
    description: md.line(own.description.split('\n')[0]),
    content: `<Operation :operation="$params.operation">\n<template #request>\n\n${request}\n\n</template>\n\n${response}\n\n</Operation>`,
    found: [
      { anchor: '', below: operation.short, title: own.summary, text: names },
      ...found.map((one) => ({ ...one, text: `${own.summary}: ${one.text}` })),
    ],
    layout: 'has-operation',
    operation: tryItOf(operation, ids),
  };
}

/** Filters are numerous and rarely used. */
const isFrequent = ({ value: { required, in: place, name } }: any) =>
  required ||
  place !== 'query' ||
  /^(group_by|dimension|preset|granularity|page|page_size|search)$/.test(name);

/** Renders the parameters with their controls; if there are many, the rare ones are collapsed. */
function parameterForm(parameters: readonly any[], found: Found[]): string {
  if (parameters.length <= 8) return parameterList(parameters, found, true);
  const rare = parameters.filter((one) => !isFrequent(one));
  return md.blocks(
    parameterList(parameters.filter(isFrequent), found, true),
    md.folded(`${rare.length} more parameters`, parameterList(rare, found, true)),
  );
}

/** Lists the rules about figures of this operation and of others. */
const ruleSection = (rules: readonly ReadRule[] = []) =>
  rules.length > 0 &&
  md.blocks(
    '## Rules over several reads',
    rules.map(({ id, message }) => `- ${md.line(message)} [\`${id}\`](/checks#${id})`).join('\n'),
  );

function bodySection(body: any, found: Found[]): string {
  return md.blocks(
    '## Request body',
    md.prose(body.value.description),
    '<RequestBody />',
    fieldList(shapeOf(jsonOf(body).schema), { path: 'body', found }),
    exampleList(jsonOf(body)),
  );
}

function successSection(status: string, response: any, found: Found[]): string {
  const envelope = shapeOf(jsonOf(response).schema);
  const data = shapeOf(envelope.properties?.data ?? {});
  const name = data.items?.name ?? data.name;
  return md.blocks(
    md.heading(2, `response-${status}`, `Response ${status}${md.provenance(response.value)}`),
    md.prose(response.value.description),
    `\`data\` of the [envelope](/reference/schemas#${envelope.name}) is ${data.items ? 'an array of' : 'an object'}${name ? `${data.items ? '' : ','} [${name}](/reference/schemas#${name})` : data.items ? ' objects' : ''}:`,
    fieldList(data, { path: status === '201' ? 'created' : 'data', found }),
    exampleList(jsonOf(response)),
    headerList(response.value.headers),
  );
}

function errorSection(status: string, response: any): string {
  const examples = examplesOf(response.content?.['application/json']);
  const codes = [...new Set<string>(examples.map(({ value }) => value.error.code))];
  const title = `<strong>${status}</strong> ${codes.map((code) => `<code>${code}</code>`).join(' ')} ${md.inline(md.line(response.description))}${md.provenance(response)}`;
  return md.folded(
    title,
    md.blocks(
      ...examples.map(({ name, summary, value }) => md.blocks(named(name, summary), md.json(value))),
      `See ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      headerList(response.headers),
    ),
    { id: `error-${status}` },
  );
}

/** Renders all named examples. @param isOpen whether the first is expanded */
export function exampleList(content: any, isOpen = false): string {
  return md.blocks(
    '**Examples**',
    ...examplesOf(content).map(({ name, summary, value }, index) =>
      md.folded(`<code>${name}</code> ${md.inline(summary)}`, md.json(value), {
        open: isOpen && index === 0,
      }),
    ),
  );
}

function headerList(headers: Readonly<Record<string, any>> = {}): string | false {
  const names = Object.keys(headers);
  const rows = Object.entries(headers).map(([name, header]) => {
    const { value } = dereference(document, header, '');
    return `- \`${name}\`${md.provenance(value)}: ${md.line(value.description)}`;
  });
  return names.length > 0 && md.folded(`Headers: ${names.join(', ')}`, rows.join('\n'));
}

const named = (name: string, summary: string) => `\`${name}\`${summary && `: ${md.line(summary)}`}`;
