/** Replaces `load-bill.ts` in browsers. */
export async function loadBill(): Promise<never> {
  throw new TypeError('createMock: `data` requires Node, since a browser cannot read files.');
}
