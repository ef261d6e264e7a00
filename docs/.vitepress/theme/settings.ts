import { reactive, shallowReactive, watch } from 'vue';
import { dataScenario } from '../../../mocks/dataset/seed-data/scenario-names.js';

const place = 'try-it';

/** Settings of all forms, until the tab is closed. */
export const settings = reactive({
  target: 'mock' as 'mock' | 'server',
  scenario: 'default',
  now: '',
  /** The clock that the bill set, and the one before it; empty without a bill. */
  clockOfBill: '',
  clockBefore: '',
  baseUrl: '',
  /** The tab of the samples. */
  language: 'curl',
});

/** The bill that the reader chose; in memory only. */
export const bill = shallowReactive({ file: undefined as File | undefined, notes: [] as readonly string[] });

/** In memory only. */
export const secrets = reactive({ key: '' });

/** Serves a bill from now on. @param end of its usage, to which the clock is set */
export function serveBill(file: File, end: string): void {
  if (settings.now !== settings.clockOfBill) settings.clockBefore = settings.now;
  bill.file = file;
  settings.scenario = dataScenario;
  settings.clockOfBill = end;
  settings.now = end;
}

/** Also sets the clock, unless the reader has set it. */
export function selectScenario(name: string): void {
  if (name === dataScenario) {
    if (settings.now === settings.clockBefore) settings.now = settings.clockOfBill;
  } else if (settings.now === settings.clockOfBill) settings.now = settings.clockBefore;
  settings.scenario = name;
}

/** Restores the settings of this tab, and stores each change. */
export function rememberSettings(defaultNow: string): void {
  try {
    Object.assign(settings, JSON.parse(sessionStorage.getItem(place) ?? '{}'));
    watch(settings, () => sessionStorage.setItem(place, JSON.stringify(settings)));
  } catch {
    // Without session storage, settings are not remembered.
  }
  // A chosen bill is only in the memory of the page.
  if (settings.scenario === dataScenario && !bill.file) selectScenario('default');
  settings.now ||= defaultNow;
}
