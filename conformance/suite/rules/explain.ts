import { type ASTNode, serialize } from '@marcbachmann/cel-js';
import { show } from '../../engine/show.js';
import { round } from '../expect/near.js';
import { duplicateIn, firstDescent } from './functions.js';
import { type Context, compile, environment } from './rule.js';

/** Both sides of the comparison that makes a rule false. */
interface Sides {
  readonly expected: string;
  readonly actual: string;
}

/** Returns why a rule is false: what it compares, with the values of both sides. */
export function explain(rule: string, context: Context): Sides {
  return sidesOf(environment.parse(rule).ast, context as never);
}

function sidesOf(node: ASTNode, context: Record<string, unknown>): Sides {
  const evaluated = (part: ASTNode) => compile(serialize(part))(context as never);
  const formula = (part: ASTNode) => serialize(part).replaceAll('self.', '');
  const withValue = (part: ASTNode) => `${shown(evaluated(part))} = ${formula(part)}`;
  switch (node.op) {
    case '&&':
      return sidesOf(node.args.find((part) => evaluated(part) === false) ?? node.args[0], context);
    case '||':
      return sidesOf(node.args[1], context);
    case 'rcall': {
      const [method, list, [variable, body]] = node.args;
      if (method !== 'all' || !variable || !body) break;
      const name = serialize(variable);
      const element = [...(evaluated(list) as readonly unknown[])].find(
        (one) => compile(serialize(body))({ ...context, [name]: one } as never) === false,
      );
      return sidesOf(body, { ...context, [name]: element });
    }
    case 'call': {
      const [name, [first, second, third]] = node.args;
      const sides = ofList(name, first && evaluated(first));
      if (sides) return sides;
      if (!first || !second) break;
      const actual = `${formula(first)} ${shown(evaluated(first))}`;
      if (name === 'nearPercent' && third) {
        const percent = (100 * Number(evaluated(second))) / Number(evaluated(third));
        return { expected: `${round(percent)} = ${formula(second)} / ${formula(third)} × 100`, actual };
      }
      if (name === 'nearSum') {
        const parts = evaluated(second) as readonly number[];
        return { expected: `${round(parts.reduce((a, b) => a + b, 0))} (${parts.length} values)`, actual };
      }
      if (name === 'near') return { expected: withValue(second), actual };
      break;
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [first, second] = node.args;
      const sign = node.op === '==' ? '' : `${node.op} `;
      return {
        expected: `${sign}${withValue(second)}`,
        actual: `${formula(first)} ${shown(evaluated(first))}`,
      };
    }
  }
  return { expected: formula(node), actual: 'not true' };
}

/** Explains a claim about all elements of a list by those that make it false. */
function ofList(name: string, elements: unknown): Sides | undefined {
  if (!Array.isArray(elements)) return undefined;
  if (name === 'unique') return { expected: 'no duplicates', actual: `${duplicateIn(elements)} twice` };
  if (name !== 'ascending' && name !== 'descending') return undefined;
  const inOrder = name === 'ascending' ? elements : elements.toReversed();
  const at = firstDescent(inOrder);
  const [one, other] = [shown(inOrder[at - 1]), shown(inOrder[at])];
  return name === 'ascending'
    ? { expected: `at least ${one}`, actual: other }
    : { expected: `at most ${other}`, actual: one };
}

const shown = (value: unknown) => (typeof value === 'number' ? round(value) : show(value));
