import { reactive, watch } from 'vue';

const place = 'try-it';

/** What is chosen in one form holds for all of them, until the tab is closed. */
export const settings = reactive({
  target: 'mock' as 'mock' | 'server',
  scenario: 'default',
  now: '',
  baseUrl: '',
});

/** Stays in memory only. */
export const secrets = reactive({ key: '' });

/** Restores the settings of this tab, and stores each change. */
export function rememberSettings(): void {
  try {
    Object.assign(settings, JSON.parse(sessionStorage.getItem(place) ?? '{}'));
    watch(settings, () => sessionStorage.setItem(place, JSON.stringify(settings)));
  } catch {
    // A browser that stores nothing for this page still lets it be used.
  }
}
