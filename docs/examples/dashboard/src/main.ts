import { createClient } from 'cloud-cost-contract';
import { commitmentsPanel } from './panels/commitments.js';
import { coveragePanel } from './panels/coverage.js';
import { forecastPanel } from './panels/forecast.js';
import { savingsRatePanel } from './panels/savings-rate.js';
import { createProblem } from './problem.js';
import { chooseProvider } from './provider.js';
import { readSettings, showSettings } from './settings.js';

const baseUrl = 'https://costs.example';
const settings = readSettings(location.search);
showSettings(settings);

// All that a page in front of the real service does without. It is imported on the spot, so that a build
// for production can leave the mock out.
await (await import('./mock.js')).startMock(baseUrl, settings);

const client = createClient({ baseUrl, apiKey: settings.apiKey });
const problem = createProblem();
const showSavingsRate = savingsRatePanel(client, problem.report);
const byProvider = [
  forecastPanel(client, problem.report),
  coveragePanel(client, problem.report),
  commitmentsPanel(client, problem.report),
];
const provider = chooseProvider(client, problem.report);

async function showAll(): Promise<void> {
  const chosen = provider.chosen();
  await Promise.all([provider.load(), showSavingsRate(), ...byProvider.map((show) => show(chosen))]);
}

provider.onChange((chosen) => {
  problem.clear();
  for (const show of byProvider) void show(chosen);
});
problem.onRetry(() => void showAll());
await showAll();
