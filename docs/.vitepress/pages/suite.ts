import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { checks } from '../../../conformance/checks/index.js';
import { operations as operationTable } from '../../../src/generated/operations.js';
import { faultyServers, faultyServersByArea } from '../../../tests/faulty-servers/index.js';
import { titleOf } from './document.js';
import * as md from './markdown.js';
import type { GeneratedPage } from './page.js';

interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  readonly basis: string;
  readonly document?: readonly string[];
  readonly checks?: readonly string[];
  readonly unseen?: string;
}

const requirements: readonly Requirement[] = parse(
  readFileSync(new URL('../../../conformance/requirements.yaml', import.meta.url), 'utf8'),
);

/** A check about more operations than this is one about all. */
const few = 8;

/** The checks that are about some operations in particular, by operationId. */
export const checksOf = new Map(
  operationTable.map(({ operationId }) => [operationId as string, [] as (typeof checks)[number][]]),
);
for (const check of checks) {
  const own = operationTable.filter((operation) =>
    typeof check.operations === 'function'
      ? check.operations(operation)
      : check.operations?.includes(operation.operationId),
  );
  if (own.length <= few) for (const { operationId } of own) checksOf.get(operationId)?.push(check);
}

const item = (id: string, ...content: string[]) => `<li id="${id}">\n\n${md.blocks(...content)}\n\n</li>`;
const list = (items: readonly string[]) => `<ul class="fields">\n${items.join('\n')}\n</ul>`;
const name = (id: string, ...marks: string[]) =>
  `<a class="name" href="#${id}"><code>${id}</code></a> ${marks.map((mark) => `<span class="VPBadge ${/^MUST/.test(mark) ? 'tip' : 'info'}">${mark}</span>`).join(' ')}`;

export function checksPage(): GeneratedPage {
  const areas = [...new Set(checks.map(({ id }) => areaOf(id)))];
  return {
    path: 'checks',
    title: 'All checks',
    description: `The ${checks.length} checks of the conformance suite.`,
    found: checks.map(({ id, requirement }) => ({ anchor: id, title: id, text: requirement })),
    content: md.blocks(
      '# All checks',
      `The ${checks.length} checks that [\`cost-contract verify\`](/guides/verify-your-server) runs. A MUST that is stated or derived can fail a server; everything else warns, except with \`--profile strict\`.`,
      `Each check is proven against [${faultyServers.length} faulty servers](/faulty-servers), and lists those that it catches.`,
      ...areas.map((area) =>
        md.blocks(
          md.heading(2, `area-${area}`, titleOf(area)),
          list(checks.filter(({ id }) => areaOf(id) === area).map(checkItem)),
        ),
      ),
    ),
  };
}

const areaOf = (id: string) => id.split('.')[0] ?? id;

function checkItem({ id, level, basis, requirement, source }: (typeof checks)[number]): string {
  const proves = requirements.filter((one) => one.checks?.includes(id));
  const caught = faultyServers.filter(({ caughtBy }) => caughtBy === id);
  const links = proves.map((one) => `[\`${one.id}\`](/requirements#${one.id})`).join(', ');
  const servers = caught.map((one) => `- ${md.line(one.name)}`).join('\n');
  return item(
    id,
    name(id, level, basis),
    md.line(requirement),
    `<span class="facts">Source: ${md.line(source)}</span>`,
    proves.length > 5
      ? md.folded(`Proves ${proves.length} requirements`, links)
      : links && `<span class="facts">Proves ${links}</span>`,
    servers &&
      md.folded(
        `Catches ${caught.length === 1 ? 'a faulty server' : `${caught.length} faulty servers`}`,
        servers,
      ),
  );
}

export function faultyServersPage(): GeneratedPage {
  const row = ({ name, caughtBy, alsoCaughtBy, base }: (typeof faultyServers)[number]) =>
    `| ${md.line(`${name[0]?.toUpperCase()}${name.slice(1)}`)}. | \`${caughtBy}\` | ${alsoCaughtBy.map((id) => `\`${id}\``).join('<br>') || '–'} | ${noticed(caughtBy)} | ${base === 'mock' ? 'mock' : 'small server'} |`;
  return {
    path: 'faulty-servers',
    title: 'Faulty servers',
    description: `The ${faultyServers.length} servers that are wrong in one way each, and the check that catches each.`,
    found: Object.entries(faultyServersByArea).map(([area, some]) => ({
      anchor: area,
      title: titleOf(area),
      text: some.map(({ name }) => name).join('. '),
    })),
    content: md.blocks(
      '# Faulty servers',
      `The suite is run against ${faultyServers.length} servers that are wrong in one way each. Each of the ${checks.length} [checks](/checks) catches at least one of them, and none reports a violation where it is not listed.`,
      'The fault is put around a server that conforms: the mock, or a small server written against the service’s description alone. In a clone of the repository, `npm run test:faulty-servers` runs the suite against all of them, and `npm run serve:faulty` serves one.',
      ...Object.entries(faultyServersByArea).map(([area, some]) =>
        md.blocks(
          md.heading(2, area, titleOf(area)),
          `| Fault | Caught by | Also caught by | Needs | Around |\n| --- | --- | --- | --- | --- |\n${some.map(row).join('\n')}`,
        ),
      ),
    ),
  };
}

function noticed(id: string): string {
  const check = checks.find((one) => one.id === id);
  if (check?.kind === 'exchange') return 'any response';
  return check && 'watch' in check && check.watch ? 'own requests, traffic' : 'own requests';
}

/** A numbered rule of a section, as the rows name it. */
const rule = /, (rule \d+)$/;

/** @param linkTo the address of a part of the document, where the site shows it */
export function requirementsPage(linkTo: (place: string) => string | undefined): GeneratedPage {
  const sectionOf = ({ section }: Requirement) => section.replace(rule, '');
  const sections = [...new Set(requirements.map(sectionOf))];
  const linked = (place: string) => (linkTo(place) ? `[\`${place}\`](${linkTo(place)})` : `\`${place}\``);
  const row = (one: Requirement) =>
    item(
      one.id,
      name(one.id, one.basis, ...(rule.exec(one.section)?.slice(1) ?? [])),
      md.line(one.statement),
      facts('In the document', one.document?.map(linked)),
      facts(
        'Checked by',
        one.checks?.map((id) => `\`${id}\``),
      ),
      facts('Not observable from outside', one.unseen ? [md.line(one.unseen)] : []),
    );
  return {
    path: 'requirements',
    title: 'Requirements',
    description: 'Every statement of the service, where the document has it, and what checks it.',
    found: requirements.map(({ id, statement }) => ({ anchor: id, title: md.line(statement), text: id })),
    content: md.blocks(
      '# Requirements',
      `Every statement of the service’s own description in this contract’s words, ${requirements.length} in all: its place in the document, and the [checks](/checks) that prove it.`,
      ...sections.map((section) =>
        md.blocks(`## ${section}`, list(requirements.filter((one) => sectionOf(one) === section).map(row))),
      ),
    ),
  };
}

function facts(label: string, some: readonly string[] = []): string {
  return some.length > 0 ? `<span class="facts">${label}: ${some.join(', ')}</span>` : '';
}
