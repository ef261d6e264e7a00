/**
 * Requires a deprecated operation to name its replacement in the description and in response headers.
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
        problems.push(`Add the header \`${header}\` of shared/headers.yaml to the response ${status}.`);
  return problems.map((message) => ({ message }));
}
