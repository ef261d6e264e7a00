// @ts-check
import ts from 'typescript';

const { factory } = ts;

/**
 * Exports each component schema under its name, and the parameters of each operation as `<OperationId>Parameters`. Editors
 * then show `Commitment` instead of `components["schemas"]["Commitment"]` or a list of its properties.
 *
 * @param {readonly ts.Node[]} nodes the declarations that openapi-typescript generates
 * @returns {ts.Node[]}
 * @throws {Error} if two types have the same name
 */
export function namedTypes(nodes) {
  const schemas = membersOf(memberOf(declarationOf(nodes, 'components'), 'schemas')?.type);
  const operations = membersOf(declarationOf(nodes, 'operations'));
  const types = [...schemas.map(schemaType), ...operations.flatMap(parametersType)];
  const names = types.map(({ name }) => name.text);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`Two generated types are named '${repeated}'. Rename the schema.`);

  const inline = new Set(schemas);
  return [...nodes, ...types].map((node) => withNames(node, inline));
}

/** @param {ts.PropertySignature} schema */
function schemaType(schema) {
  const comments = ts.getSyntheticLeadingComments(schema);
  return ts.setSyntheticLeadingComments(exported(textOf(schema), schema.type), comments);
}

/**
 * @param {ts.PropertySignature} operation
 * @returns {ts.TypeAliasDeclaration[]} a type of all parameters in the path and the query, if there are any
 */
function parametersType(operation) {
  const groups = memberOf(operation.type, 'parameters')?.type;
  const members = ['path', 'query'].flatMap((group) => membersOf(memberOf(groups, group)?.type));
  if (members.length === 0) return [];
  const id = textOf(operation);
  const type = exported(parametersName(id), factory.createTypeLiteralNode(members));
  const comment = `* The parameters of \`${id}\`. `;
  return [ts.addSyntheticLeadingComment(type, ts.SyntaxKind.MultiLineCommentTrivia, comment, true)];
}

/** @param {string} operationId */
export function parametersName(operationId) {
  return `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Parameters`;
}

/**
 * An alias of an object type instead of an interface: editors show either by name, but an interface cannot be assigned to
 * `Record<string, unknown>`.
 *
 * @param {string} name
 * @param {ts.TypeNode | undefined} type
 */
function exported(name, type = factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword)) {
  const modifiers = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  return factory.createTypeAliasDeclaration(modifiers, name, undefined, type);
}

/**
 * Replaces each `components["schemas"]["Name"]` and each schema of `components` with a reference to the type.
 *
 * @template {ts.Node} Node
 * @param {Node} root
 * @param {ReadonlySet<ts.Node>} schemas
 * @returns {Node}
 */
function withNames(root, schemas) {
  /** @type {ts.Visitor} */
  const visit = (node) => {
    const name = schemaReference(node);
    if (name !== null) return factory.createTypeReferenceNode(name);
    if (!ts.isPropertySignature(node) || !schemas.has(node)) return ts.visitEachChild(node, visit, undefined);
    const { modifiers, name: key, questionToken } = node;
    return factory.createPropertySignature(
      modifiers,
      key,
      questionToken,
      factory.createTypeReferenceNode(textOf(node)),
    );
  };
  return /** @type {Node} */ (ts.visitNode(root, visit));
}

/**
 * @param {ts.Node} node
 * @returns {string | null} `Name` of `components["schemas"]["Name"]`
 */
function schemaReference(node) {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return null;
  const { objectType: root, indexType: kind } = node.objectType;
  const isSchema = ts.isTypeReferenceNode(root) && nameText(root.typeName) === 'components';
  return isSchema && literalText(kind) === 'schemas' ? literalText(node.indexType) : null;
}

/** @param {ts.Node} node */
function literalText(node) {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : null;
}

/** @param {ts.Node} name */
function nameText(name) {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
}

/** @param {ts.PropertySignature} member */
function textOf({ name }) {
  return nameText(name);
}

/**
 * @param {readonly ts.Node[]} nodes
 * @param {string} name
 */
function declarationOf(nodes, name) {
  return nodes.filter(ts.isInterfaceDeclaration).find((declaration) => declaration.name.text === name);
}

/** @param {ts.Node | undefined} type */
function membersOf(type) {
  const hasMembers = type && (ts.isTypeLiteralNode(type) || ts.isInterfaceDeclaration(type));
  return hasMembers ? type.members.filter(ts.isPropertySignature) : [];
}

/**
 * @param {ts.Node | undefined} type
 * @param {string} name
 */
function memberOf(type, name) {
  return membersOf(type).find((member) => textOf(member) === name);
}
