// @ts-check

/**
 * Generates the list of requirements with their checks, for the report.
 *
 * @param {readonly Record<string, any>[]} rows of conformance/requirements.yaml
 * @returns {string} a TypeScript module
 */
export function requirementsModule(rows) {
  const table = rows.map(({ id, section, statement, basis, checks = [] }) => ({
    id,
    section,
    statement,
    basis,
    checks,
  }));
  return `// Generated from conformance/requirements.yaml by \`npm run build\`.

/** One statement of the service's description. */
export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  readonly basis: 'stated' | 'derived';
  /** The checks that verify it; empty if it cannot be verified by requests. */
  readonly checks: readonly string[];
}

export const requirements: readonly Requirement[] = [
${table.map((row) => `  ${JSON.stringify(row)},`).join('\n')}
];
`;
}
