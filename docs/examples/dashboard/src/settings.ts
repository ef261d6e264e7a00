import type { MockOptions } from 'cloud-cost-contract/mock';
import { element, find } from './html.js';

type Scenario = NonNullable<MockOptions['scenario']>;

/** The worlds worth a look; the first as usual. */
const scenarios = ['default', 'unmeasured', 'expiring-soon', 'empty'] as const satisfies Scenario[];

/** What the address of the page says about the mock's world and its caller. */
export interface Settings {
  readonly scenario: Scenario;
  readonly seed: number;
  /** Of the mock's clock, YYYY-MM-DD. */
  readonly date: string;
  readonly apiKey: string;
}

/** Settings from the query of an address; what is missing or makes no sense is as usual. */
export function readSettings(query: string): Settings {
  const values = new URLSearchParams(query);
  const [seed, date] = [values.get('seed') ?? '', values.get('date') ?? ''];
  return {
    scenario: scenarios.find((name) => name === values.get('scenario')) ?? scenarios[0],
    seed: /^\d{1,6}$/.test(seed) ? Number(seed) : 1,
    date: /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : '2026-06-15',
    apiKey: values.get('key') || 'ccc_test_caller',
  };
}

/** Fills the form at the foot of the page, which is sent to the page itself. */
export function showSettings({ scenario, seed, date, apiKey }: Settings): void {
  const form = document.forms[0];
  if (!form) return;
  find(form, '[name=scenario]').append(...scenarios.map((name) => element('option', {}, name)));
  const values: Record<string, string> = { scenario, seed: String(seed), date, key: apiKey };
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
      element.value = values[element.name] ?? '';
    }
  }
}
