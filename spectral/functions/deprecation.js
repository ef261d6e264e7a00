/**
 * A deprecated operation names its replacement in the description, and sends it to programs.
 *
 * @param {any} operation
 */
export default function deprecation(operation) {
  if (operation?.deprecated !== true) return [];
  const problems = [];
  if (!/`[a-z]+[A-Z]\w*`/.test(operation.description ?? ''))
    problems.push('Name the replacement in the description, for example: Use `getCoverageRates` instead.');
  for (const [status, response] of Object.entries(operation.responses ?? {}))
    for (const header of status.startsWith('2') ? ['Deprecation', 'Link'] : [])
      if (!response?.headers?.[header])
        problems.push(`Send the header \`${header}\` with ${status}, from shared/headers.yaml.`);
  return problems.map((message) => ({ message }));
}
