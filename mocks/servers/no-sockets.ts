/**
 * Replaces `node.ts` in bundles for browsers.
 *
 * @throws {Error} always
 */
export function listen(): never {
  throw new Error(
    '`listen` is available in Node only. In a browser, call `mock.fetch` or use `createHandlers` with MSW.',
  );
}
