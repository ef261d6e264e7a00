// @ts-check
import { operationsOf } from '../operations-of.mjs';

/**
 * An operation with its page.
 *
 * @typedef {ReturnType<typeof operationsOf>[number] & { page: string, short: string }} OperationPage
 */

/** @param {Record<string, any>} document @returns {OperationPage[]} */
export function operationPages(document) {
  return operationsOf(document).map((found) => {
    const { operationId } = found.operation;
    return { ...found, page: `reference/${stem(operationId)}.html`, short: shortName(operationId) };
  });
}

/** @param {string} operationId */
const stem = (operationId) => operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What an operation is about, in the few words a list has room for. @param {string} operationId */
function shortName(operationId) {
  const words = stem(operationId).replaceAll('-', ' ');
  const name = words.replace(/^(get|list) /, '');
  return (name[0] ?? '').toUpperCase() + name.slice(1);
}
