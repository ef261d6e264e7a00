import { type ASTNode, serialize } from '@marcbachmann/cel-js';
import { show } from '../../engine/show.js';
import { round, roundingOf } from '../expect/near.js';
import { dayMs } from '../figures/days.js';
import { duplicateIn, firstDescent } from './functions.js';
import { inWords } from './in-words.js';
import { compile, environment } from './rule.js';
import { hasMembers, nameOf } from './subjects-at.js';

/** Both sides of the comparison that makes a rule false. */
interface Sides {
  readonly expected: string;
  readonly actual: string;
  /** Weaker than that of the rule. */
  readonly deviation?: 'preference' | undefined;
}

type Variables = Readonly<Record<string, unknown>>;

/** Returns why a rule is false: what it compares, with the values of both sides and of the members that they read. */
export function explain(rule: string, variables: Variables): Sides {
  return sidesOf(environment.parse(rule).ast, variables);
}

function sidesOf(node: ASTNode, variables: Variables): Sides {
  const { evaluated, formula, withValue, actual } = reader(variables);
  switch (node.op) {
    case '&&':
      return sidesOf(node.args.find((part) => evaluated(part) === false) ?? node.args[0], variables);
    case '||':
      return sidesOf(node.args[1], variables);
    case '?:':
      return sidesOf(evaluated(node.args[0]) === true ? node.args[1] : node.args[2], variables);
    case '!_':
      return sidesOfNot(node.args, variables) ?? unexplained(formula(node));
    case 'rcall': {
      const [method, list, [variable, body]] = node.args;
      if (method === 'matches') return { expected: formula(node), actual: actual(list) };
      if (!variable || !body) break;
      if (method === 'exists') return sidesOfExists(node, list, variables);
      if (method !== 'all') break;
      const name = serialize(variable);
      const element = elementsOf(evaluated(list)).find(
        (one) => reader({ ...variables, [name]: one }).evaluated(body) === false,
      );
      const sides = sidesOf(body, { ...variables, [name]: element });
      const known = hasMembers(element) ? nameOf(element) : undefined;
      return known === undefined ? sides : { ...sides, actual: `${sides.actual}, of ${show(known)}` };
    }
    case 'call': {
      const sides = sidesOfCall(node.args[0], node.args[1], variables);
      return sides ? withInputs(sides, node, variables) : unexplained(formula(node));
    }
    case 'in':
      return { expected: `one of ${shown(evaluated(node.args[1]))}`, actual: actual(node.args[0]) };
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [first, second] = node.args;
      const sign = node.op === '==' ? '' : `${node.op} `;
      return withInputs({ expected: `${sign}${withValue(second)}`, actual: actual(first) }, node, variables);
    }
  }
  return unexplained(formula(node));
}

/** Returns the elements that a macro of CEL visits: of a map, which an incorrect response has in place of a list, its keys. */
const elementsOf = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? list : Object.keys(list as object);

const unexplained = (expected: string): Sides => ({ expected, actual: 'not true' });

/** The most members that a violation shows. */
const mostInputs = 6;

/** Adds the values of the members that an expression reads, unless they are a side of their own. */
function withInputs({ expected, actual, ...rest }: Sides, node: ASTNode, variables: Variables): Sides {
  const { evaluated, formula } = reader(variables);
  const sides = [expected, actual];
  const inputs = membersIn(node).flatMap((part) => {
    const value = evaluated(part);
    if (value === undefined || typeof value === 'object') return [];
    const [name, text] = [formula(part), shown(value)];
    return sides.some((side) => [`${name} ${text}`, `${text} = ${name}`].some((one) => side.endsWith(one)))
      ? []
      : [`${name} ${text}`];
  });
  const others = [...new Set(inputs)].slice(0, mostInputs);
  return { ...rest, expected, actual: others.length === 0 ? actual : `${actual} (${others.join(', ')})` };
}

/** Returns the longest paths of members in an expression: `self.total`, `row.price.amount`. */
function membersIn(node: unknown): readonly ASTNode[] {
  if (Array.isArray(node)) return node.flatMap(membersIn);
  const { op, args } = (node ?? {}) as ASTNode;
  if (op === undefined) return [];
  return isPath(node as ASTNode) ? [node as ASTNode] : membersIn(args);
}

const isPath = ({ op, args }: ASTNode): boolean => op === '.' && (args[0].op === 'id' || isPath(args[0]));

/** Returns what evaluates and shows the parts of an expression. */
function reader(variables: Variables) {
  const evaluated = (part: ASTNode) => compile(serialize(part))(variables as never);
  // Where a rule has a variable for the names of members, a violation has the name.
  const formula = (part: ASTNode) =>
    inWords(part)
      .replaceAll(/\[(\w+)\]/g, (all, name) =>
        typeof variables[name] === 'string' ? `.${variables[name]}` : all,
      )
      .replaceAll('self.', '');
  const shownValue = (part: ASTNode) => shownAs(formula(part), evaluated(part));
  const withValue = (part: ASTNode): string => {
    if (part.op === '?:') return withValue(evaluated(part.args[0]) === true ? part.args[1] : part.args[2]);
    return part.op === 'value' ? shown(part.args) : `${shownValue(part)} = ${formula(part)}`;
  };
  const actual = (part: ASTNode) => `${formula(part)} ${shownValue(part)}`;
  return { evaluated, formula, withValue, actual };
}

function sidesOfCall(name: string, args: readonly ASTNode[], variables: Variables): Sides | undefined {
  const { evaluated, formula, withValue, actual } = reader(variables);
  const factor = (part: ASTNode) => (/^[+-]$/.test(part.op) ? `(${formula(part)})` : formula(part));
  const [first, second, third] = args;
  if (!first) return undefined;
  if (name === 'has') return { expected: `a value of ${formula(first)}`, actual: 'null' };
  const sides = sidesOfList(name, evaluated(first), formula(first));
  if (sides || !second) return sides;
  switch (name) {
    case 'near':
      return { expected: withValue(second), actual: actual(first) };
    case 'same': {
      const isPreferred = isPreference(formula(first), evaluated(first), evaluated(second));
      const deviation = isPreferred ? ('preference' as const) : undefined;
      return { expected: withValue(second), actual: actual(first), deviation };
    }
    case 'nearSum': {
      const parts = evaluated(second) as readonly number[];
      const total = round(parts.reduce((a, b) => a + b, 0));
      return { expected: `${total} (${parts.length} values)`, actual: actual(first) };
    }
    case 'nearPercent': {
      if (!third) return undefined;
      const percent = round((100 * Number(evaluated(second))) / Number(evaluated(third)));
      return {
        expected: `${percent} = ${factor(second)} / ${factor(third)} × 100`,
        actual: actual(first),
      };
    }
  }
  return undefined;
}

/**
 * Whether two teams could show a figure differently: null for one that is not measured, a percentage with fewer decimals,
 * or one above 100.
 */
export function isPreference(name: string, here: unknown, there: unknown): boolean {
  if (here === null || there === null) return true;
  if (typeof here !== 'number' || typeof there !== 'number') return false;
  if (!/_pct|_esr|percentage/.test(name)) return false;
  const rounding = roundingOf([here]) + roundingOf([there]);
  return Math.max(here, there) > 100 || Math.abs(here - there) <= rounding + 1e-9;
}

/** Explains a claim about all elements of a list by those that make it false. */
function sidesOfList(name: string, elements: unknown, formula: string): Sides | undefined {
  if (!Array.isArray(elements)) return undefined;
  const of = (value: unknown) => shownAs(formula.replace(/^.*?\.map\(\w+, /, ''), value);
  if (name === 'unique') {
    return { expected: 'no duplicates', actual: `${of(JSON.parse(duplicateIn(elements) ?? 'null'))} twice` };
  }
  if (name !== 'ascending' && name !== 'descending') return undefined;
  const inOrder = name === 'ascending' ? elements : elements.toReversed();
  const at = firstDescent(inOrder);
  const [one, other] = [of(inOrder[at - 1]), of(inOrder[at])];
  return name === 'ascending'
    ? { expected: `at least ${one}`, actual: other }
    : { expected: `at most ${other}`, actual: one };
}

/** Shows the members that a list names, or how many elements it has. */
function sidesOfExists(node: ASTNode, list: ASTNode, variables: Variables): Sides {
  const { evaluated, formula } = reader(variables);
  const elements = elementsOf(evaluated(list));
  const self = variables.self as Readonly<Record<string, unknown>>;
  const members = elements.flatMap((name) =>
    typeof name === 'string' ? [`${name} ${shown(self[name] ?? null)}`] : [],
  );
  return { expected: formula(node), actual: members.join(', ') || `none of ${elements.length}` };
}

function sidesOfNot({ op, args }: ASTNode, variables: Variables): Sides | undefined {
  const { evaluated, formula, withValue, actual } = reader(variables);
  if (op === 'rcall' && args[0] === 'exists') {
    const [, list, [variable, body]] = args;
    const name = variable === undefined ? '' : serialize(variable);
    const found = elementsOf(evaluated(list)).find(
      (one) => body && reader({ ...variables, [name]: one }).evaluated(body) === true,
    );
    const known = hasMembers(found) ? nameOf(found) : found;
    return { expected: `not ${formula({ op, args } as ASTNode)}`, actual: show(known ?? found) };
  }
  if (op !== 'call') return undefined;
  const [name, [first, second]] = args;
  if (name === 'has' && first) return { expected: `${formula(first)} null`, actual: actual(first) };
  return name === 'before' && first && second
    ? { expected: `not before ${withValue(second)}`, actual: actual(first) }
    : undefined;
}

/** Shows a value; one of `days` or `months` as a time or a month. */
function shownAs(formula: string, value: unknown): string {
  if (typeof value !== 'number') return shown(value);
  if (/^days\([^()]*\)( [+-] [\d.]+)?\)?$/.test(formula)) return new Date(value * dayMs).toISOString();
  if (/(^|: |\? )months\([^()]*\)/.test(formula))
    return new Date(Date.UTC(1970, value)).toISOString().slice(0, 7);
  return shown(value);
}

const shown = (value: unknown) => (typeof value === 'number' ? round(value) : show(value));
