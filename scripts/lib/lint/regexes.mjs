// @ts-check
// @ts-expect-error its types are those of the main module, which would start Java or a binary where it finds one
import recheck from 'recheck/lib/browser.js';
import ts from 'typescript';

/**
 * @typedef {object} Regex
 * @property {number} line
 * @property {string | null} source null if it is only known when the program runs
 * @property {string} flags
 * @property {string} text as written
 * @property {string | null} reason why its time is bounded, from the comment `Bounded: …` on its line or the one above
 */

/** The mark of a comment that states why the text an expression sees is short. */
const mark = /\bBounded: (\S.*)/;

/**
 * Returns the regular expressions of a module, except those that are compiled and never run.
 *
 * @param {string} path
 * @param {string} text
 * @returns {Regex[]}
 */
export function regexesIn(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = constantsIn(file);
  /** @type {Regex[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const regex = literalOf(node) ?? constructed(node, constants);
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

/**
 * @param {ts.Node} node
 * @param {ReadonlyMap<string, string>} constants
 */
function constructed(node, constants) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  if (node.expression.getText() !== 'RegExp' || isDropped(node)) return undefined;
  const [source, flags] = [...(node.arguments ?? [])].map((argument) => constantOf(argument, constants));
  return { source: source ?? null, flags: flags ?? '' };
}

/**
 * Whether the value is dropped: the expression is only compiled, to find out whether it is valid.
 *
 * @param {ts.Node} node
 */
function isDropped({ parent }) {
  const isLeftOfComma =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken;
  return ts.isExpressionStatement(parent) || isLeftOfComma;
}

/**
 * Returns the texts of the constants of a module.
 *
 * @param {ts.SourceFile} file
 */
function constantsIn(file) {
  /** @type {Map<string, string>} */
  const constants = new Map();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const value = initializer && constantOf(initializer, constants);
      if (ts.isIdentifier(name) && value !== undefined) constants.set(name.text, value);
    }
  }
  return constants;
}

/**
 * Returns the text of an expression; undefined if only the running program knows it.
 *
 * @param {ts.Node} node
 * @param {ReadonlyMap<string, string>} constants
 * @returns {string | undefined}
 */
function constantOf(node, constants) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.get(node.text);
  if (ts.isTaggedTemplateExpression(node)) {
    return node.tag.getText() === 'String.raw' ? templateOf(node.template, constants, true) : undefined;
  }
  return ts.isTemplateExpression(node) ? templateOf(node, constants, false) : undefined;
}

/**
 * @param {ts.TemplateLiteral} template
 * @param {ReadonlyMap<string, string>} constants
 * @param {boolean} isRaw
 */
function templateOf(template, constants, isRaw) {
  const textOf = (/** @type {ts.TemplateLiteralLikeNode} */ part) =>
    (isRaw ? part.rawText : part.text) ?? part.text;
  if (!ts.isTemplateExpression(template)) return textOf(template);
  let text = textOf(template.head);
  for (const { expression, literal } of template.templateSpans) {
    const value = constantOf(expression, constants);
    if (value === undefined) return undefined;
    text += value + textOf(literal);
  }
  return text;
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
 * @returns {string | null} the problem with a text that shows it; null if the time is linear
 */
export function slownessOf(source, flags, timeout) {
  const { status, complexity, attack, error } = recheck.checkSync(source, flags, { timeout, randomSeed: 1 });
  if (status === 'safe') return null;
  if (status === 'unknown') return `may take more than linear time: recheck has no verdict (${error.kind})`;
  return `takes ${complexity.type} time (${complexity.summary}). It is slow on ${attack.pattern}`;
}

/**
 * Returns what is wrong with an expression, and what to do.
 *
 * @param {Regex} regex
 * @param {(source: string, flags: string) => string | null} judge
 * @returns {string | null}
 */
export function problemOf({ source, flags, reason }, judge) {
  // Not judged: the verdict on such an expression can differ from run to run.
  if (reason) return null;
  if (source === null) {
    return 'is not a constant, so it cannot be judged. Write a constant expression or plain code, or state in a comment why its time is bounded: // Bounded: …';
  }
  const slowness = judge(source, flags);
  if (slowness === null) return null;
  return `${slowness}. Repetitions side by side must not match the same characters, and a search must not scan the same text from every start. If it only sees short texts, state why in a comment: // Bounded: …`;
}
