// @ts-check
import { html } from './html.mjs';
import { postmanCollection } from './postman.mjs';

/**
 * What can be taken away, and the page that offers it.
 *
 * @param {{ document: Record<string, any>, yaml: string, operations: import('./operations.mjs').OperationPage[], ids: Record<string, string> }} parts
 */
export function downloads({ document, yaml, operations, ids }) {
  const files = {
    'download/openapi.yaml': yaml,
    'download/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'download/cloud-cost-contract.postman_collection.json': `${JSON.stringify(postmanCollection(document, operations, ids), null, 2)}\n`,
  };
  const size = (/** @type {string} */ text) => `${Math.round(Buffer.byteLength(text) / 1024)} kB`;
  const item = (/** @type {keyof typeof files} */ path, /** @type {string} */ what) =>
    html`<li><a href="${path}" download>${path.split('/').at(-1)}</a> <span class="fact">${size(files[path])}</span><br>${what}</li>`;
  return {
    files,
    page: {
      path: 'downloads.html',
      title: 'Downloads',
      main: html`<h1>Downloads</h1>
<ul class="downloads">
${item('download/openapi.yaml', 'The whole OpenAPI 3.1 document in one file. The program prints the same: cost-contract spec.')}
${item('download/openapi.json', 'The same as JSON.')}
${item('download/cloud-cost-contract.postman_collection.json', 'Every operation as a Postman collection, which Bruno, Insomnia and others import as well. Set its variables base_url and api_key; they are the mock’s until you do.')}
</ul>`,
    },
  };
}
