// @ts-check

/**
 * What each statement of the service's description asks for and which checks prove it, for a report
 * that tells what was seen of it.
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
  /** The checks that prove it; none where no request from outside can. */
  readonly checks: readonly string[];
}

export const requirements: readonly Requirement[] = [
${table.map((row) => `  ${JSON.stringify(row)},`).join('\n')}
];
`;
}
