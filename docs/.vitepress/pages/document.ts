import { readFileSync } from 'node:fs';
import { operationsOf } from '../../../scripts/lib/document/operations-of.mjs';
import { dereference } from '../../../scripts/lib/document/resolve-pointer.mjs';
import { referencePage } from '../../../scripts/lib/generators/reference-page.mjs';

/** The bundled document. */
export const document: Record<string, any> = JSON.parse(
  readFileSync(new URL('../../../dist/openapi.json', import.meta.url), 'utf8'),
);

/** Every operation, with the path of its page and a short title for lists. */
export const operations = operationsOf(document).map((found) => {
  const id: string = found.operation.operationId;
  const page = referencePage(id);
  const stem = page.slice('reference/'.length);
  const tag: string = found.operation.tags[0];
  return { ...found, id, tag, page, short: titleOf(stem.replace(/^(get|list)-/, '')) };
});
export type Operation = (typeof operations)[number];

/** The tags of operations; the tag of events has none. */
export const operationTags: readonly { name: string; description: string }[] = document.tags.filter(
  ({ name }: { name: string }) => operations.some(({ tag }) => tag === name),
);

/** Returns the examples of a request or response, with references resolved. */
export function examplesOf(content?: { examples?: Record<string, any> }) {
  return Object.entries(content?.examples ?? {}).map(([name, example]) => {
    const { summary = '', value } = dereference(document, example, '').value;
    return { name, summary: summary as string, value: value as any };
  });
}

/** Returns the JSON content of a request or response. */
export const jsonOf = (part: any) => part.value.content?.['application/json'];

/** Returns `repo-bindings` as `Repo bindings`. */
export function titleOf(name: string): string {
  const text = name.replaceAll('-', ' ');
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
