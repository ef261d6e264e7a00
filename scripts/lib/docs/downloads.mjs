// @ts-check
import { html } from './html.mjs';
import { postmanCollection } from './postman.mjs';

/**
 * What can be taken away, and the page that offers it.
 *
 * @param {{ document: Record<string, any>, yaml: string, operations: import('./operations.mjs').OperationPage[], idsOf: (operationId: string) => Record<string, string> }} parts
 */
export function downloads({ document, yaml, operations, idsOf }) {
  const files = {
    'download/openapi.yaml': yaml,
    'download/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'download/cloud-cost-contract.postman_collection.json': `${JSON.stringify(postmanCollection(document, operations, idsOf), null, 2)}\n`,
  };
  const size = (/** @type {string} */ text) => `${Math.round(Buffer.byteLength(text) / 1024)} kB`;
  const item = (/** @type {keyof typeof files} */ path, /** @type {unknown} */ what) =>
    html`<li><a href="${path}" download>${path.split('/').at(-1)}</a> <span class="fact">${size(files[path])}</span><br>${what}</li>`;
  return {
    files,
    page: {
      path: 'downloads.html',
      title: 'Downloads',
      main: html`<h1>Downloads</h1>
<ul class="downloads">
${item('download/openapi.yaml', html`The whole OpenAPI 3.1 document in one file. <code>npx cost-contract spec</code> prints the same.`)}
${item('download/openapi.json', 'The same as JSON.')}
${item('download/cloud-cost-contract.postman_collection.json', html`Every operation as a Postman collection, which Bruno, Insomnia and others import as well. Set its variables <code>base_url</code> and <code>api_key</code>; they are the <a href="guides/mock.html">mock</a>’s until you do, and each request then succeeds.`)}
</ul>`,
    },
  };
}
