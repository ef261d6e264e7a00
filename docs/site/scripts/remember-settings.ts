const place = 'try-it';

/**
 * Keeps what was chosen in one form for the forms of the next pages, until the tab is closed. Only
 * the named fields are kept, so a key never is.
 */
export function rememberSettings(form: HTMLFormElement, names: readonly string[]): void {
  for (const [name, value] of Object.entries(kept())) {
    const field = form.elements.namedItem(name);
    if (names.includes(name) && field && 'value' in field) field.value = value;
  }
  form.addEventListener('change', () => {
    const values = names.map((name) => [name, (form.elements.namedItem(name) as HTMLInputElement).value]);
    try {
      sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(values)));
    } catch {
      // A browser that keeps nothing for this page still lets it be used.
    }
  });
}

function kept(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '{}');
  } catch {
    return {};
  }
}
