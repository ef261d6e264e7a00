import type { ASTNode } from '@marcbachmann/cel-js';

/** Returns all nodes of an expression. */
export function nodesIn(node: unknown): readonly ASTNode[] {
  if (Array.isArray(node)) return node.flatMap(nodesIn);
  const { op, args } = (node ?? {}) as ASTNode;
  return op === undefined ? [] : [node as ASTNode, ...nodesIn(args)];
}
