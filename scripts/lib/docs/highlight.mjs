// @ts-check
import { escaped, raw } from './html.mjs';

/** What each kind of mark looks like; what comes first wins. @type {Record<string, Record<string, RegExp>>} */
const languages = {
  json: {
    k: /"(?:[^"\\]|\\.)*"(?=\s*:)/,
    s: /"(?:[^"\\]|\\.)*"/,
    w: /\b(?:true|false|null)\b/,
    n: /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/,
  },
  ts: {
    dim: /\/\/.*|\/\*[\s\S]*?\*\//,
    s: /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/,
    w: /\b(?:import|from|export|const|let|await|async|function|return|if|else|for|of|in|try|catch|throw|new|type|interface|instanceof|typeof|true|false|null|undefined)\b/,
    n: /\b\d[\d_]*(?:\.\d+)?\b/,
  },
  sh: { dim: /(?<=^|\s)#.*/, s: /'[^']*'|"[^"]*"/ },
  yaml: { dim: /(?<=^|\s)#.*/, k: /(?<=^[ -]*)[\w-]+(?=:(?:\s|$))/ },
  diff: { ins: /^\+.*/, del: /^-.*/ },
};
languages.js = languages.ts ?? {};

/** One expression a language, with a group a kind. */
const expressions = Object.fromEntries(
  Object.entries(languages).map(([language, kinds]) => [
    language,
    new RegExp(
      Object.entries(kinds)
        .map(([kind, { source }]) => `(?<${kind}>${source})`)
        .join('|'),
      'gm',
    ),
  ]),
);

/**
 * Code as HTML, coloured where the language is known.
 *
 * @param {string} code
 * @param {string} language
 */
export function highlight(code, language) {
  const expression = expressions[language];
  if (!expression) return raw(escaped(code));
  let end = 0;
  let text = '';
  for (const found of code.matchAll(expression)) {
    const [kind] = Object.entries(found.groups ?? {}).find(([, part]) => part !== undefined) ?? [''];
    text += `${escaped(code.slice(end, found.index))}<span class="${kind}">${escaped(found[0])}</span>`;
    end = found.index + found[0].length;
  }
  return raw(text + escaped(code.slice(end)));
}
