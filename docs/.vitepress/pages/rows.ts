import * as md from './markdown.js';

/** A row of a filtered table: what it shows at first, what it shows when opened, and by what it is found. */
export interface Row {
  readonly id: string;
  /** The group under whose heading it is. */
  readonly group: string;
  /** Markdown on one line. */
  readonly text: string;
  readonly marks: readonly string[];
  /** Markdown. */
  readonly details: readonly (string | false | undefined)[];
  /** Its values of each filter; those of one filter are separated by spaces. */
  readonly filters: Readonly<Record<string, string>>;
}

/** A filter of a table: its values with the label of each. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

const badge = (mark: string) => `<span class="VPBadge ${/^MUST/.test(mark) ? 'tip' : 'info'}">${mark}</span>`;

/**
 * Renders a table whose groups and rows are collapsed, with the form that filters it. Without JavaScript the form is not
 * displayed, and each group and row can be opened.
 *
 * @param noun what the rows are, in the plural
 * @param titleOfGroup returns the heading of a group and its id
 */
export function filteredRows(
  noun: string,
  rows: readonly Row[],
  filters: readonly Filter[],
  titleOfGroup: (group: string) => { readonly id: string; readonly title: string },
): string {
  const groups = [...new Set(rows.map(({ group }) => group))].map((group) => {
    const own = rows.filter((row) => row.group === group);
    const { id, title } = titleOfGroup(group);
    const head = `<summary><h2 id="${id}">${md.inline(title)}</h2> <span class="facts">${own.length}</span></summary>`;
    return `<details class="group">${head}\n\n${own.map(rowOf).join('\n\n')}\n\n</details>`;
  });
  const given = JSON.stringify(filters).replaceAll("'", '&#39;');
  return `<FilteredRows noun="${noun}" :total="${rows.length}" :filters='${given}'>\n\n${groups.join('\n\n')}\n\n</FilteredRows>`;
}

function rowOf({ id, text, marks, details, filters }: Row): string {
  const data = Object.entries(filters).map(([name, values]) => ` data-${name}="${values}"`);
  const head = `<code>${id}</code><span class="text">${md.inline(text)}</span><span class="marks">${marks.map(badge).join(' ')}</span>`;
  const link = `<a class="facts" href="#${id}">Link to this row</a>`;
  return `<details class="row" id="${id}"${data.join('')}><summary>${head}</summary>\n\n${md.blocks(...details, link)}\n\n</details>`;
}

/** Renders a label with a list, or nothing for an empty list. */
export function facts(label: string, some: readonly string[] = []): string {
  return some.length > 0 ? `<span class="facts">${label}:</span> ${some.join(', ')}` : '';
}
