/** A search entry within a page. */
export interface Found {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
  /** The parent of the title in the search results; by default the title of the page. */
  readonly below?: string;
}

/** A page generated from the document or the suite, as Markdown for VitePress. */
export interface GeneratedPage {
  /** Path of the page, such as `reference/list-commitments`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly found: readonly Found[];
  /** A class of the page, if it has a layout of its own. */
  readonly layout?: 'has-operation' | 'is-wide';
  /** Data of the form that calls the operation. */
  readonly operation?: unknown;
}
