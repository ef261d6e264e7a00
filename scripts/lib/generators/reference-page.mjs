// @ts-check

/**
 * @param {string} operationId
 * @returns {string} the path of the operation's page in the docs site, such as `reference/list-commitments`
 */
export function referencePage(operationId) {
  return `reference/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
