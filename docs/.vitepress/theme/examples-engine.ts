import { readPrefer } from '../../../mocks/prism/prefer.js';
import { Refusal } from '../../../mocks/refusal.js';
import type { Engine } from '../../../mocks/stages/respond.js';

/**
 * Stands in for Prism, which runs in Node only: responds with an example of the document, by name.
 *
 * @param document the bundled OpenAPI document
 */
export function createPrismEngine(document: Readonly<Record<string, any>>): Engine {
  const follow = ({ $ref, ...own }: any): any =>
    $ref
      ? $ref
          .slice(2)
          .split('/')
          .reduce((at: any, name: string) => at[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)
      : own;

  return ({ matched, request }) => {
    const { method, path } = matched.route.operation;
    const preference = readPrefer(request.headers.prefer);
    const status = preference?.code ?? String(matched.route.successStatus);
    const responses = document.paths[path][method.toLowerCase()].responses;
    const examples = responses[status] && follow(responses[status]).content?.['application/json']?.examples;
    const name = preference?.example ?? Object.keys(examples ?? {})[0] ?? '';
    const example = examples?.[name];
    if (!example) {
      throw new Refusal('NOT_FOUND', `The document has no example ${name} of status ${status} here.`);
    }
    return { status: Number(status), envelope: follow(example).value, headers: {} };
  };
}
