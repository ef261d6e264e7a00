import { reactive, watch } from 'vue';

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

/** In memory only. */
export const secrets = reactive({ key: '' });

/** Restores the settings of this tab, and stores each change. */
export function rememberSettings(): void {
  try {
    Object.assign(settings, JSON.parse(sessionStorage.getItem(place) ?? '{}'));
    watch(settings, () => sessionStorage.setItem(place, JSON.stringify(settings)));
  } catch {
    // Without session storage, settings are not remembered.
  }
}
