type Correction = readonly [wrong: RegExp, right: string];

/** The root of a page must be its main landmark. */
const mainLandmark: readonly Correction[] = [
  [/<template>\s*<div/, '<template><main'],
  [/<\/div>(?=\s*<\/template>\s*<style)/, '</main>'],
];

/** Corrections of the theme's markup for screen readers, by component. */
const corrections: Readonly<Record<string, readonly Correction[]>> = {
  VPHome: mainLandmark,
  // An accessible name that differs from the text.
  NotFound: [...mainLandmark, [/\s+:aria-label="[^"]*"/, '']],
  VPNavBarSearchButton: [
    // The same. On a phone the text is not displayed, and the title is the name.
    [/:aria-label=/, ':title='],
    [/class="DocSearch-Button-Keys"/, '$& aria-hidden="true"'],
  ],
  VPSidebarItem: [
    // A button nested in a button.
    [/role="button"\s+aria-label="toggle section"([^>]*?)tabindex="0"/, 'aria-hidden="true"$1'],
  ],
  VPLocalSearchBox: [
    // A dialog with the role of a button.
    [
      /role="button"[^>]*?aria-labelledby="localsearch-label"/,
      'role="dialog" aria-modal="true" aria-labelledby="localsearch-label"',
    ],
    // An option that contains a link; the link itself must be the option.
    [
      /<li([^>]*?):id="('localsearch-item-' \+ index)"\s+:aria-selected="([^"]*)"\s+role="option"\s*>\s*<a/,
      '<li$1role="presentation"><a role="option" :id="$2" :aria-selected="$3"',
    ],
    // An accessible name that differs from the text.
    [/\s+:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/, ''],
    // A label on an element without a role.
    [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
  ],
};

/** Corrects the theme's components before they are compiled. */
export const accessibleTheme = {
  name: 'accessible-theme',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const [, component = ''] = /\/(\w+)\.vue$/.exec(id) ?? [];
    return corrections[component]?.reduce((text, [wrong, right]) => {
      if (text.search(wrong) < 0) throw new Error(`${component}.vue no longer contains ${wrong}.`);
      return text.replace(wrong, right);
    }, code);
  },
};
