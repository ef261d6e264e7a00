// @ts-check
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { namedTypes } from './named-types.mjs';

/**
 * @param {Record<string, any>} document
 * @returns {Promise<string>} types of paths, operations and components, and each schema by its name
 */
export async function typesModule(document) {
  const nodes = await openapiTypescript(/** @type {any} */ (structuredClone(document)), {
    // A request body may omit properties with a default; responses list theirs as required.
    defaultNonNullable: false,
    transform: (schema) => constantFlag(schema) ?? openSet(schema),
  });
  return `// Generated from openapi.yaml by \`npm run build\`.\n${astToString(namedTypes(nodes))}`;
}

/**
 * Generates the literal type of a boolean that is constant.
 *
 * @param {Record<string, any>} schema
 */
function constantFlag({ 'x-const': flag }) {
  if (flag === undefined) return undefined;
  return ts.factory.createLiteralTypeNode(flag ? ts.factory.createTrue() : ts.factory.createFalse());
}

/**
 * Generates an open enum: editors suggest the known values, and any other string is allowed.
 *
 * @param {Record<string, any>} schema
 */
function openSet({ type, 'x-known-values': known }) {
  if (!known) return undefined;
  const { factory } = ts;
  const string = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const anyOther = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([string, factory.createTypeLiteralNode([])]),
  );
  return factory.createUnionTypeNode([
    ...known.map((/** @type {string} */ value) =>
      factory.createLiteralTypeNode(factory.createStringLiteral(value)),
    ),
    anyOther,
    ...(type.includes('null') ? [factory.createLiteralTypeNode(factory.createNull())] : []),
  ]);
}
