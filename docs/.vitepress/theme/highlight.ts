import { escapeHtml } from '../../../src/text/markup.js';

// A string may lack its end: to search for the end again from each quote in it would take quadratic time.
const tokens =
  /(?<comment>(?<=^|\s)(?:\/\/|# ).*)|(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`[^`]*`?)|(?<word>\b(?:import|from|const|await|true|false|null|True|False|None|package|func|if|defer|nil)\b)|(?<number>(?<![\w-])-?\d+(?:\.\d+)?\b)/gm;

/** Colors of the theme with enough contrast in light and dark mode. */
const colors: Readonly<Record<string, string>> = {
  comment: 'text-2',
  key: 'purple-1',
  string: 'green-1',
  word: 'red-1',
  number: 'indigo-1',
};

/** Highlights code that changes on the page, in JSON, a shell, TypeScript, Python or Go. Returns HTML. */
export function highlight(code: string): string {
  let html = '';
  let end = 0;
  for (const { index, 0: text, groups = {} } of code.matchAll(tokens)) {
    const [kind] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [''];
    html += `${escapeHtml(code.slice(end, index))}<span style="color:var(--vp-c-${colors[kind]})">${escapeHtml(text)}</span>`;
    end = index + text.length;
  }
  return html + escapeHtml(code.slice(end));
}
