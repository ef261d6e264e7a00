// @ts-check
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * A change of one token.
 *
 * @typedef {object} Mutant
 * @property {string} file relative to the dataset
 * @property {string} place line and column
 * @property {Kind} kind
 * @property {string} from the original text
 * @property {string} to the text that replaces it
 * @property {number} start offset of the original text
 */

/** @typedef {'arithmetic' | 'comparison' | 'logic' | 'constant' | 'null' | 'condition' | 'call'} Kind */
/** @typedef {[Kind, ...string[]]} Swap */

const kind = ts.SyntaxKind;

/** What replaces an operator. */
const operators = /** @type {Record<number, Swap>} */ ({
  [kind.PlusToken]: ['arithmetic', '-'],
  [kind.MinusToken]: ['arithmetic', '+'],
  [kind.AsteriskToken]: ['arithmetic', '/'],
  [kind.SlashToken]: ['arithmetic', '*'],
  [kind.PercentToken]: ['arithmetic', '*'],
  [kind.PlusEqualsToken]: ['arithmetic', '-='],
  [kind.MinusEqualsToken]: ['arithmetic', '+='],
  [kind.LessThanToken]: ['comparison', '<=', '>'],
  [kind.LessThanEqualsToken]: ['comparison', '<', '>='],
  [kind.GreaterThanToken]: ['comparison', '>=', '<'],
  [kind.GreaterThanEqualsToken]: ['comparison', '>', '<='],
  [kind.EqualsEqualsEqualsToken]: ['comparison', '!=='],
  [kind.ExclamationEqualsEqualsToken]: ['comparison', '==='],
  [kind.AmpersandAmpersandToken]: ['logic', '||'],
  [kind.BarBarToken]: ['logic', '&&'],
  [kind.QuestionQuestionToken]: ['logic', '&&'],
});

/** What replaces the name of a called function or method. */
const calls = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    round: 'floor',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
  }),
);
/** Methods whose call is removed, so that their object remains. */
const removed = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'concat']);

const isText = (/** @type {ts.Node} */ node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);

/**
 * Lists every mutant of a source file, in the order of the text.
 *
 * @param {string} path
 * @param {string} file the name to report
 * @returns {Mutant[]}
 */
export function mutantsOf(path, file) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const found = [];
  /** @param {ts.Node} node @param {Kind} of @param {string} to @param {number} [start] */
  const add = (node, of, to, start = node.getStart(source)) => {
    const { line, character } = source.getLineAndCharacterOfPosition(start);
    const from = source.text.slice(start, node.end);
    found.push({ file, place: `${line + 1}:${character + 1}`, kind: of, from, to, start });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node)) return;
    mutate(node, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * @param {ts.Node} node
 * @param {(node: ts.Node, of: Kind, to: string, start?: number) => void} add
 */
function mutate(node, add) {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken: token, left, right } = node;
    const [of, ...others] = operators[token.kind] ?? [];
    if (of && !(token.kind === kind.PlusToken && (isText(left) || isText(right))))
      for (const to of others) add(token, of, to);
  } else if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === kind.ExclamationToken) add(node, 'logic', node.operand.getText());
    if (node.operator === kind.MinusToken) add(node, 'arithmetic', node.operand.getText());
  } else if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    add(node, 'constant', String(value + 1));
    if (value > 1) add(node, 'constant', '0');
  } else if (node.kind === kind.TrueKeyword) add(node, 'constant', 'false');
  else if (node.kind === kind.FalseKeyword) add(node, 'constant', 'true');
  else if (node.kind === kind.NullKeyword) add(node, 'null', '0');
  else if (ts.isIdentifier(node) && node.text === 'undefined') add(node, 'null', 'null');
  else if (ts.isConditionalExpression(node)) bothWays(node.condition, add);
  else if (ts.isIfStatement(node)) bothWays(node.expression, add);
  else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) call(node, add);
}

/** @param {ts.Expression} condition @param {Parameters<typeof mutate>[1]} add */
function bothWays(condition, add) {
  for (const to of ['true', 'false']) add(condition, 'condition', to);
}

/** @param {ts.CallExpression} node @param {Parameters<typeof mutate>[1]} add */
function call(node, add) {
  const { name, expression } = /** @type {ts.PropertyAccessExpression} */ (node.expression);
  const other = calls.get(name.text);
  if (other) add(name, 'call', other);
  if (removed.has(name.text)) add(node, 'call', '', expression.end);
}
