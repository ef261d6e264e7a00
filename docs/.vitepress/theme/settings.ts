import { reactive, watch } from 'vue';
import { dataScenario } from '../../../mocks/dataset/seed-data/scenario-names.js';

const place = 'try-it';

/** Settings of all forms, until the tab is closed. */
export const settings = reactive({
  target: 'mock' as 'mock' | 'server',
  scenario: 'default',
  now: '',
  baseUrl: '',
  /** The tab of the samples. */
  language: 'curl',
});

/** The bill that the reader chose; in memory only. */
export const bill = reactive({ name: '' });

/** In memory only. */
export const secrets = reactive({ key: '' });

/** Restores the settings of this tab, and stores each change. */
export function rememberSettings(): void {
  try {
    Object.assign(settings, JSON.parse(sessionStorage.getItem(place) ?? '{}'));
    // A chosen bill is only in the memory of the page.
    if (settings.scenario === dataScenario && !bill.name) settings.scenario = 'default';
    watch(settings, () => sessionStorage.setItem(place, JSON.stringify(settings)));
  } catch {
    // Without session storage, settings are not remembered.
  }
}
