import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { checks } from '../../../conformance/suite/checks/index.js';
import { documentedRules } from '../../../conformance/suite/rules/documented-rules.js';
import { type ReadRule, readRules } from '../../../conformance/suite/rules/read-rule.js';
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
  readFileSync(new URL('../../../conformance/suite/requirements.yaml', import.meta.url), 'utf8'),
);

/** A check of more operations than this counts as general. */
const few = 8;

/** The checks that are specific to some operations, by operationId. */
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
      `The ${checks.length} checks that [\`cost-contract verify\`](/guides/verify-your-server) runs: ${checks.filter((check) => check.kind === 'active' && check.needsBill).length} of them only [with a bill](/guides/known-bill). A server fails only for a MUST that is stated or derived; everything else warns, unless \`--profile strict\` is set. Checks with an expression in [CEL](https://cel.dev) are \`x-rules\` of the document: any team can evaluate them in its own language.`,
      `The checks are tested with [${faultyServers.length} faulty servers](/project/faulty-servers). Each check lists those that it catches.`,
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
  const verified = requirements.filter((one) => one.checks?.includes(id));
  const caught = faultyServers.filter(({ caughtBy }) => caughtBy === id);
  const links = verified.map((one) => `[\`${one.id}\`](/requirements#${one.id})`).join(', ');
  const servers = caught.map((one) => `- ${md.line(one.name)}`).join('\n');
  return item(
    id,
    name(id, level, basis),
    md.line(requirement),
    ruleOf(id),
    `<span class="facts">Source: ${md.line(source)}</span>`,
    verified.length > 5
      ? md.folded(`Verifies ${verified.length} requirements`, links)
      : links && `<span class="facts">Verifies ${links}</span>`,
    servers &&
      md.folded(
        `Catches ${caught.length === 1 ? 'a faulty server' : `${caught.length} faulty servers`}`,
        servers,
      ),
  );
}

const rules = new Map(documentedRules().map((one) => [one.id, one]));
const overReads = readRules();

/** Renders the expression of a check that the document states as a rule. */
function ruleOf(id: string): string {
  const own = rules.get(id);
  if (!own) return [...(overReads.get(id) ?? [])].map(([, one]) => readRuleOf(one)).join('\n\n');
  const whenever = own.when === undefined ? '' : `when ${own.when.trim()}:\n`;
  return `\`\`\`text\n${whenever}${own.rule.trim()}\n\`\`\``;
}

/** Renders a rule over reads: what it reads, and its expressions. */
function readRuleOf({ reads, when, rule }: ReadRule): string {
  return `\`\`\`yaml\n${stringify({ reads, when, rule }, { lineWidth: 110 }).trim()}\n\`\`\``;
}

export function faultyServersPage(): GeneratedPage {
  const row = ({ name, caughtBy, alsoCaughtBy, base }: (typeof faultyServers)[number]) =>
    `| ${md.line(`${name[0]?.toUpperCase()}${name.slice(1)}`)}. | \`${caughtBy}\` | ${others(alsoCaughtBy)} | ${detectedIn(caughtBy)} | ${base === 'mock' ? 'mock' : 'small server'} |`;
  return {
    path: 'project/faulty-servers',
    title: 'Faulty servers',
    description: `The ${faultyServers.length} servers with one fault each, and the check that catches it.`,
    found: Object.entries(faultyServersByArea).map(([area, some]) => ({
      anchor: area,
      title: titleOf(area),
      text: some.map(({ name }) => name).join('. '),
    })),
    content: md.blocks(
      '# Faulty servers',
      `The suite is tested with ${faultyServers.length} servers that have one fault each. Each of the ${checks.length} [checks](/checks) catches at least one of them, and no check reports a violation on a server where it is not listed.`,
      'Each is a server that conforms, with one fault added: the mock, or a small server written from the service’s description alone. In a clone of the repository, `npm run test:faulty-servers` runs the suite against all of them, and `npm run serve:faulty` serves one.',
      ...Object.entries(faultyServersByArea).map(([area, some]) =>
        md.blocks(
          md.heading(2, area, titleOf(area)),
          `| Fault | Caught by | Also caught by | Detected in | Base |\n| --- | --- | --- | --- | --- |\n${some.map(row).join('\n')}`,
        ),
      ),
    ),
  };
}

/** Lists check ids in a table cell, collapsed if there are many. */
function others(ids: readonly string[]): string {
  const list = ids.map((id) => `\`${id}\``).join('<br>') || '–';
  return ids.length > 2 ? `<details><summary>${ids.length} checks</summary>${list}</details>` : list;
}

function detectedIn(id: string): string {
  const check = checks.find((one) => one.id === id);
  if (check?.kind === 'passive') return 'any response';
  return check && 'watch' in check && check.onTraffic
    ? 'requests of the check, traffic'
    : 'requests of the check';
}

/** The numbered rule of a section in a row. */
const rule = /, (rule \d+)$/;

/** @param linkTo returns the page of a part of the document, if any */
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
      facts('Not observable by requests', one.unseen ? [md.line(one.unseen)] : []),
    );
  return {
    path: 'requirements',
    title: 'Requirements',
    description: 'Every statement of the service, with its place in the document and its checks.',
    found: requirements.map(({ id, statement }) => ({ anchor: id, title: md.line(statement), text: id })),
    content: md.blocks(
      '# Requirements',
      `The ${requirements.length} statements of the service’s description, in the words of this contract. Each has its place in the document and the [checks](/checks) that verify it.`,
      ...sections.map((section) =>
        md.blocks(`## ${section}`, list(requirements.filter((one) => sectionOf(one) === section).map(row))),
      ),
    ),
  };
}

function facts(label: string, some: readonly string[] = []): string {
  return some.length > 0 ? `<span class="facts">${label}: ${some.join(', ')}</span>` : '';
}
