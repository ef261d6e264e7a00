import { type ASTNode, serialize } from '@marcbachmann/cel-js';

/** Returns an expression as text, with functions of lists in words: `number of options where recommended`. */
export const inWords = (node: ASTNode): string => serialize(reworded(node));

/** Replaces parts of an expression by names that are texts. */
function reworded(node: ASTNode): ASTNode {
  const { op, args } = node;
  if (op === undefined) return node;
  const phrase = phraseOf(node);
  if (phrase !== undefined) return { op: 'id', args: phrase } as ASTNode;
  const all: unknown = Array.isArray(args) ? args.map(rewordedPart) : args;
  return { op, args: all } as ASTNode;
}

function rewordedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(rewordedPart);
  return typeof part === 'object' && part !== null && 'op' in part ? reworded(part as ASTNode) : part;
}

function phraseOf({ op, args }: ASTNode): string | undefined {
  if (op === '?:') {
    const [, then, otherwise] = args;
    return otherwise.op === 'list' && otherwise.args.length === 0 ? inWords(then) : undefined;
  }
  if (op === 'call') {
    const [name, [first]] = args;
    if (first === undefined) return undefined;
    return { count: `number of ${inWords(first)}`, sum: `sum of ${inWords(first)}` }[name];
  }
  return op === 'rcall' ? phraseOfList(args[0], args[1], args[2]) : undefined;
}

/** Words a claim about the elements of a list, or what is selected of them. */
function phraseOfList(
  method: string,
  list: ASTNode,
  [variable, body]: readonly ASTNode[],
): string | undefined {
  if (variable === undefined || body === undefined) return undefined;
  const [all, name] = [inWords(list), serialize(variable)];
  const own = withoutName(inWords(body), name);
  switch (method) {
    case 'filter':
      return `${all} where ${own}`;
    case 'exists':
      return `one of ${all} where ${own}`;
    case 'all':
      return `each of ${all} has ${own}`;
    case 'map':
      return /^[\w.]+$/.test(own) && !all.includes(' ') ? `${all}[].${own}` : `${own} of ${all}`;
  }
  return undefined;
}

/** Leaves out the variable of a list before its members, and the comparison of a member with true. */
const withoutName = (text: string, name: string) =>
  text
    .split(/(?<![\w.])(\w+\.)/)
    .filter((part) => part !== `${name}.`)
    .join('')
    .replaceAll(' == true', '');
