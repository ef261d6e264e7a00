import { readFileSync } from 'node:fs';
import { operationsOf } from '../../../scripts/lib/operations-of.mjs';
import { dereference } from '../../../scripts/lib/resolve-pointer.mjs';

/** The bundled document. */
export const document: Record<string, any> = JSON.parse(
  readFileSync(new URL('../../../dist/openapi.json', import.meta.url), 'utf8'),
);

/** Every operation, with the address of its page and a name for lists. */
export const operations = operationsOf(document).map((found) => {
  const id: string = found.operation.operationId;
  const stem = id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const tag: string = found.operation.tags[0];
  return { ...found, id, tag, page: `reference/${stem}`, short: titleOf(stem.replace(/^(get|list)-/, '')) };
});
export type Operation = (typeof operations)[number];

/** Examples with their names, references followed. */
export function examplesOf(content?: { examples?: Record<string, any> }) {
  return Object.entries(content?.examples ?? {}).map(([name, example]) => {
    const { summary = '', value } = dereference(document, example, '').value;
    return { name, summary: summary as string, value: value as any };
  });
}

/** The JSON body of a request or response. */
export const jsonOf = (part: any) => part.value.content?.['application/json'];

/** `repo-bindings` as a title: Repo bindings. */
export function titleOf(name: string): string {
  const text = name.replaceAll('-', ' ');
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
