import { type Requirement, readRequirements } from '../../../scripts/lib/document/requirements.mjs';
import { operations } from '../../../src/generated/operations.js';
import * as md from './markdown.js';
import type { GeneratedPage } from './page.js';
import { facts, filteredRows } from './rows.js';

export const requirements: readonly Requirement[] = readRequirements();

/** The numbered rule of a section. */
const rule = /, (rule \d+)$/;
const sectionOf = ({ section }: Requirement) => section.replace(rule, '');
const ids: ReadonlySet<string> = new Set(operations.map(({ operationId }) => operationId));

/** @param linkTo returns the page of a part of the document, if any */
export function requirementsPage(linkTo: (place: string) => string | undefined): GeneratedPage {
  const linked = (place: string) => (linkTo(place) ? `[\`${place}\`](${linkTo(place)})` : `\`${place}\``);
  const rows = requirements.map((one) => ({
    id: one.id,
    group: sectionOf(one),
    text: md.line(one.statement),
    marks: [one.basis, ...(rule.exec(one.section)?.slice(1) ?? [])],
    details: [
      facts('In the document', one.document.map(linked)),
      facts(
        'Checked by',
        one.checks?.map((id) => `\`${id}\``),
      ),
      facts('Not observable by requests', one.unseen ? [md.line(one.unseen)] : []),
    ],
    filters: {
      operation: [...new Set(one.document.flatMap((place) => operationOf(place)))].join(' '),
      basis: one.basis,
      checked: one.checks ? 'yes' : 'no',
    },
  }));
  const sections = [...new Set(rows.map(({ group }) => group))];
  return {
    path: 'project/requirements',
    title: 'Requirements',
    description: 'Every statement of the service, with its place in the document and its checks.',
    layout: 'is-wide',
    found: requirements.map(({ id, statement }) => ({ anchor: id, title: md.line(statement), text: id })),
    content: md.blocks(
      '# Requirements',
      `The ${requirements.length} statements of the service’s description, in the words of this contract. Each has its place in the document and the [checks](/checks) that verify it.`,
      filteredRows(
        'requirements',
        rows,
        [
          {
            name: 'operation',
            label: 'Operation',
            values: Object.fromEntries([...ids].sort().map((id) => [id, id])),
          },
          { name: 'basis', label: 'Basis', values: { stated: 'stated', derived: 'derived' } },
          {
            name: 'checked',
            label: 'Checked',
            values: { yes: 'by a check', no: 'not observable by requests' },
          },
        ],
        (section) => ({ id: `section-${sections.indexOf(section) + 1}`, title: section }),
      ),
    ),
  };
}

/** Returns the operation that a place of the document names, or `*` for every one. */
function operationOf(place: string): string[] {
  if (place.startsWith('every ')) return ['*'];
  const [id = ''] = place.split(' ');
  return ids.has(id) ? [id] : [];
}
