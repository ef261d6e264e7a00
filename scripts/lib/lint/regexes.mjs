// @ts-check
import { check } from 'recheck';
import ts from 'typescript';

/**
 * @typedef {object} Regex
 * @property {number} line
 * @property {string | null} source null if it is constructed of more than one literal
 * @property {string} flags
 * @property {string} text as written
 * @property {string | null} reason why its time is bounded, from the comment `Bounded: …` on its line or the one above
 */

/** The mark of a comment that states why the text an expression sees is short. */
const mark = /\bBounded: (\S.*)/;

/**
 * Returns the regular expressions of a module: its literals, and the constructed ones.
 *
 * @param {string} path
 * @param {string} text
 * @returns {Regex[]}
 */
export function regexesIn(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Regex[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const regex = literalOf(node) ?? constructed(node);
    if (regex) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line;
      found.push({
        ...regex,
        line: line + 1,
        text: node.getText(),
        reason: reasonAt(text.split('\n'), line),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** @param {ts.Node} node */
function literalOf(node) {
  if (!ts.isRegularExpressionLiteral(node)) return undefined;
  const end = node.text.lastIndexOf('/');
  return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
}

/** @param {ts.Node} node */
function constructed(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  if (node.expression.getText() !== 'RegExp') return undefined;
  const [source, flags] = [...(node.arguments ?? [])].map((argument) =>
    ts.isStringLiteralLike(argument) ? argument.text : null,
  );
  return { source: source ?? null, flags: flags ?? '' };
}

/**
 * @param {readonly string[]} lines
 * @param {number} line index of the line of the expression
 */
function reasonAt(lines, line) {
  const comments = [lines[line]?.split('//').at(-1) ?? ''];
  for (let above = line - 1; lines[above]?.trim().startsWith('//'); above -= 1)
    comments.push(lines[above] ?? '');
  return comments.map((comment) => mark.exec(comment)?.[1]).find(Boolean) ?? null;
}

/**
 * Judges how the time of an expression grows with the text that it sees.
 *
 * @param {string} source
 * @param {string} flags
 * @param {number} timeout milliseconds for the judgement
 * @returns {Promise<string | null>} the problem with a text that shows it; null if the time is linear
 */
export async function slownessOf(source, flags, timeout) {
  const verdict = await check(source, flags, { timeout, randomSeed: 1 });
  if (verdict.status === 'safe') return null;
  if (verdict.status === 'unknown')
    return `may take more than linear time: recheck has no verdict (${verdict.error.kind})`;
  const { complexity, attack } = verdict;
  return `takes ${complexity.type} time (${complexity.summary}). It is slow on ${attack.pattern}`;
}

/**
 * Returns what is wrong with an expression, and what to do.
 *
 * @param {Regex} regex
 * @param {(source: string, flags: string) => Promise<string | null>} judge
 * @returns {Promise<string | null>}
 */
export async function problemOf({ source, flags, reason }, judge) {
  // Not judged: the verdict on such an expression can differ from run to run.
  if (reason) return null;
  if (source === null) {
    return 'is not one literal, so it cannot be judged. Write a literal or plain code, or state in a comment why its time is bounded: // Bounded: …';
  }
  const slowness = await judge(source, flags);
  if (slowness === null) return null;
  return `${slowness}. Repetitions side by side must not match the same characters, and a search must not scan the same text from every start. If it only sees short texts, state why in a comment: // Bounded: …`;
}
