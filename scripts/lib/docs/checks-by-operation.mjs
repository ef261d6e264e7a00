// @ts-check

/** A check of more operations than this is told as one of all, not on each of their pages. */
const few = 8;

/**
 * The checks that are about an operation in particular, by its name.
 *
 * @param {readonly any[]} checks
 * @param {readonly { operationId: string }[]} operations as the checks know them
 * @returns {Map<string, any[]>}
 */
export function checksByOperation(checks, operations) {
  /** @type {Map<string, any[]>} */
  const found = new Map(operations.map(({ operationId }) => [operationId, []]));
  for (const check of checks) {
    const own = operations.filter((operation) => isAbout(check.operations, operation));
    if (own.length <= few) for (const { operationId } of own) found.get(operationId)?.push(check);
  }
  return found;
}

/** @param {unknown} about what a check says it is about @param {{ operationId: string }} operation */
function isAbout(about, operation) {
  if (typeof about === 'function') return Boolean(about(operation));
  return Array.isArray(about) && about.includes(operation.operationId);
}
