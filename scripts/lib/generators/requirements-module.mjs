// @ts-check

/**
 * Generates the list of requirements with their checks, for the report.
 *
 * @param {readonly import('../document/requirements.mjs').Requirement[]} rows
 * @param {ReadonlySet<string>} operationIds all operations of the document
 * @returns {string} a TypeScript module
 */
export function requirementsModule(rows, operationIds) {
  const table = rows.map(({ id, section, statement, basis, document, checks = [] }) => ({
    id,
    section,
    statement,
    basis,
    operations: operationsIn(document, operationIds),
    checks,
  }));
  return `// Generated from conformance/suite/requirements.yaml by \`npm run build\`.

/** One statement of the service's description. */
export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  readonly basis: 'stated' | 'derived';
  /** The operations that it is about; null if it is about all of them, or about none. */
  readonly operations: readonly string[] | null;
  /** The checks that verify it; empty if it cannot be verified by requests. */
  readonly checks: readonly string[];
}

export const requirements: readonly Requirement[] = [
${table.map((row) => `  ${JSON.stringify(row)},`).join('\n')}
];
`;
}

/**
 * Returns the operations of addresses such as `listCommitments query page`, or null if one is about something else.
 *
 * @param {readonly string[]} addresses
 * @param {ReadonlySet<string>} operationIds
 */
function operationsIn(addresses, operationIds) {
  const heads = addresses.map((address) => address.split(' ')[0] ?? '');
  return heads.every((head) => operationIds.has(head)) ? [...new Set(heads)] : null;
}
