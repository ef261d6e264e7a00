import { stringify } from 'yaml';
import { checks } from '../../../conformance/suite/checks/index.js';
import { documentedRules } from '../../../conformance/suite/rules/documented-rules.js';
import { type ReadRule, readRules } from '../../../conformance/suite/rules/read-rule.js';
import { operations as operationTable } from '../../../src/generated/operations.js';
import { faultyServers, faultyServersByArea } from '../../../tests/faulty-servers/index.js';
import { titleOf } from './document.js';
import * as md from './markdown.js';
import type { GeneratedPage } from './page.js';
import { requirements } from './requirements.js';
import { facts, filteredRows, type Row } from './rows.js';

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

const levels = { MUST: 'MUST', SHOULD: 'SHOULD', MAY: 'MAY' };
const bases = { stated: 'stated', derived: 'derived', proposed: 'proposed' };

export function checksPage(): GeneratedPage {
  return {
    path: 'checks',
    title: 'All checks',
    description: `The ${checks.length} checks of the conformance suite.`,
    layout: 'is-wide',
    found: checks.map(({ id, requirement }) => ({ anchor: id, title: id, text: requirement })),
    content: md.blocks(
      '# All checks',
      `The ${checks.length} checks that [\`cost-contract verify\`](/guides/verify-your-server) runs: ${checks.filter((check) => check.kind !== 'passive' && check.needsBill).length} of them only [with a bill](/guides/known-bill). A server fails only for a MUST that is stated or derived; everything else warns, unless \`--profile strict\` is set. Checks with an expression in [CEL](https://cel.dev) are \`x-rules\` of the document: any team can evaluate them in its own language.`,
      `The checks are tested with [${faultyServers.length} faulty servers](/project/faulty-servers). Each check lists those that it catches.`,
      filteredRows(
        'checks',
        checks.map(checkRow),
        [
          {
            name: 'operation',
            label: 'Operation',
            values: {
              api: 'the whole API',
              ...Object.fromEntries(operationTable.map(({ operationId: id }) => [id, id]).sort()),
            },
          },
          { name: 'level', label: 'Level', values: levels },
          { name: 'basis', label: 'Basis', values: bases },
        ],
        (area) => ({ id: `area-${area}`, title: titleOf(area) }),
      ),
    ),
  };
}

const areaOf = (id: string) => id.split('.')[0] ?? id;

function checkRow(check: (typeof checks)[number]): Row {
  const { id, level, basis, requirement, source } = check;
  const verified = requirements.filter((one) => one.checks?.includes(id));
  const caught = faultyServers.filter(({ caughtBy }) => caughtBy === id);
  return {
    id,
    group: areaOf(id),
    text: md.line(requirement),
    marks: [level, basis],
    details: [
      ruleOf(id),
      facts('Source', [md.line(source)]),
      facts(
        'Verifies',
        verified.map((one) => `[\`${one.id}\`](/project/requirements#${one.id})`),
      ),
      caught.length > 0 &&
        `Catches ${caught.length === 1 ? 'a faulty server' : `${caught.length} faulty servers`}:\n\n${caught.map((one) => `- ${md.line(one.name)}`).join('\n')}`,
    ],
    filters: { operation: scopeOf(check), level, basis },
  };
}

/** Returns the operations that a check judges, `*` for every one, or `api`. */
function scopeOf({ operations }: (typeof checks)[number]): string {
  if (operations === undefined) return '*';
  if (operations === 'api') return 'api';
  if (typeof operations !== 'function') return operations.join(' ');
  const own = operationTable.filter(operations).map(({ operationId }) => operationId);
  return own.length === operationTable.length ? '*' : own.join(' ');
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
