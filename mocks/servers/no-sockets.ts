/**
 * Stands in for `node.ts` where a bundler builds for browsers.
 *
 * @throws {Error} always
 */
export function listen(): never {
  throw new Error(
    'A mock listens in Node only. In a browser call `mock.fetch`, or use its handlers for MSW.',
  );
}
