import { createClient } from 'cloud-cost-contract';
import { html, render } from 'lit-html';
import { showPanel, showProblem } from './panel.js';
import { commitments } from './panels/commitments.js';
import { coverage } from './panels/coverage.js';
import { forecast } from './panels/forecast.js';
import { savingsRate } from './panels/savings-rate.js';

const baseUrl = 'https://costs.example';
const settings = new URLSearchParams(location.search);

// Remove this line to call the real service. The import is dynamic, so that a production build can omit the mock.
await (await import('./mock.js')).startMock(baseUrl, settings).catch(stopWith);

const client = createClient({ baseUrl, apiKey: settings.get('key') ?? 'ccc_test_caller' });
const select = document.querySelector('select') as HTMLSelectElement;

/** Shows why the mock cannot start. The page then has nothing to select. */
function stopWith(error: unknown): never {
  showProblem(error);
  (document.querySelector('label') as HTMLElement).hidden = true;
  throw error;
}

function showProvider(): void {
  const provider = select.value;
  showProblem();
  void showPanel('coverage', () => coverage(client, provider));
  void showPanel('forecast', () => forecast(client, provider));
  showCommitments(1);
}

function showCommitments(page: number): void {
  void showPanel('commitments', () => commitments(client, select.value, page, showCommitments));
}

async function listProviders(): Promise<void> {
  const providers = await client.listProviders();
  const options = providers.map(
    ({ provider_id, provider_name }) => html`<option value=${provider_id}>${provider_name}</option>`,
  );
  select.replaceChildren();
  render(options, select);
}

select.addEventListener('change', showProvider);
showProvider();
void showPanel('savings-rate', () => savingsRate(client));
await listProviders().catch(showProblem);
