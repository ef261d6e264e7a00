/** Something the search finds within a page. */
export interface Found {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
  /** What the title is below in the list of results; the title of the page when absent. */
  readonly below?: string;
}

/** A page made from the document or the suite; its Markdown is what VitePress renders. */
export interface GeneratedPage {
  /** Where it goes, such as `reference/list-commitments`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly found: readonly Found[];
  /** What "try it" needs. */
  readonly operation?: unknown;
}
