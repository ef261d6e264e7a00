const tokens =
  /(?<comment>(?<=^|\s)\/\/.*)|(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<word>\b(?:import|from|const|await|true|false|null)\b)|(?<number>(?<![\w-])-?\d+(?:\.\d+)?\b)/gm;

/** Code that changes on the page as HTML, coloured; JSON, TypeScript and shell alike. */
export function highlight(code: string): string {
  let html = '';
  let end = 0;
  for (const { index, 0: text, groups = {} } of code.matchAll(tokens)) {
    const [kind] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [''];
    html += `${escaped(code.slice(end, index))}<span class="code-${kind}">${escaped(text)}</span>`;
    end = index + text.length;
  }
  return html + escaped(code.slice(end));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
