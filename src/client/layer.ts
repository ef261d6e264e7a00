/** Sends one request; the innermost is the `fetch` of the runtime. */
export type Fetch = (request: Request) => Promise<Response>;

/** Wraps a {@link Fetch} in one more concern. */
export type Layer = (next: Fetch) => Fetch;

/** Puts layers around a fetch, the first outermost. */
export function stack(layers: readonly Layer[], innermost: Fetch): Fetch {
  return layers.reduceRight((next, layer) => layer(next), innermost);
}
