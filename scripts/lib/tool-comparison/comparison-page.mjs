// @ts-check
import { markdownTable } from '../markdown-table.mjs';

/** The names of the correct servers, on which every finding is a false alarm. */
const cleanServers = { mock: 'mock', typescript: 'TypeScript', python: 'Python', go: 'Go' };

/**
 * @typedef {object} Comparison docs/comparison.json
 * @property {string} date
 * @property {string} node version
 * @property {{ version: string, sha256: string }} document
 * @property {{ id: string, name: string, settings: string, version: string }[]} tools ours first
 * @property {Record<string, { requests: number, seconds: number }>} cost cost of one run on the mock, by tool
 * @property {Record<string, Record<string, number>>} clean number of false alarms, by tool and server
 * @property {number} left_out number of faulty servers that the run had no time for
 * @property {number} every slow tools ran on every nth faulty server of an area
 * @property {{ id: string, area: string, caught: Record<string, boolean> }[]} faulty_servers `caught` by each tool that ran
 */

/** Generates the blocks of docs/comparison.md, by name. @param {Comparison} comparison */
export function comparisonBlocks(comparison) {
  const { date, node, document, tools, clean, cost, faulty_servers: all } = comparison;
  const [ours, ...others] = tools.map(({ id }) => id);
  const ahead = all.filter(({ caught }) => !caught[ours ?? ''] && others.some((id) => caught[id]));
  const alarms = (/** @type {string} */ id, /** @type {string} */ server) =>
    String(clean[id]?.[server] ?? '–');
  return {
    count: String(all.length),
    tools: markdownTable([
      ['', 'defects caught', 'false alarms on the mock', 'requests', 'seconds'],
      ...tools.map(({ id, name, version }) => [
        `${name} ${version}`,
        caughtBy(id, all),
        alarms(id, 'mock'),
        String(cost[id]?.requests),
        String(cost[id]?.seconds.toFixed(1)),
      ]),
    ]),
    document: document.version,
    node,
    limits: limitsOf(comparison),
    areas: markdownTable([
      ['area', 'defects', ...tools.map(({ name }) => name)],
      ...[...new Set(all.map(({ area }) => area))].map((area) => {
        const rows = all.filter((one) => one.area === area);
        return [area, String(rows.length), ...tools.map(({ id }) => caughtBy(id, rows))];
      }),
    ]),
    ahead:
      ahead.length === 0
        ? 'No other tool caught a defect that `cost-contract verify` missed.'
        : `Caught by another tool, and missed by \`cost-contract verify\`:\n\n${ahead.map(({ id }) => `- ${id}`).join('\n')}`,
    alarms: markdownTable([
      ['', ...Object.values(cleanServers)],
      ...tools.map(({ id, name }) => [
        name,
        ...Object.keys(cleanServers).map((server) => alarms(id, server)),
      ]),
    ]),
    settings: tools
      .map(({ name, version, settings }) => `- **${name} ${version}**: \`${settings}\``)
      .join('\n'),
    examples: String(cost.prism?.requests),
    date,
  };
}

/** @param {string} id @param {Comparison['faulty_servers']} rows */
function caughtBy(id, rows) {
  const ran = rows.filter(({ caught }) => id in caught);
  return ran.length === 0 ? '–' : `${ran.filter(({ caught }) => caught[id]).length} of ${ran.length}`;
}

/** Describes what the run left out. @param {Comparison} comparison */
function limitsOf({ left_out, every, faulty_servers: all }) {
  const slow = `Schemathesis takes longest, so it ran on every ${every}th defect of each area, in the order of the sources.\n`;
  const cut = `The run was limited in time: it went through the areas in turn, and ${left_out} of ${all.length + left_out} defects were left out.\n`;
  return `${every > 1 ? slow : ''}${left_out > 0 ? cut : ''}`;
}

/** Formats docs/comparison.json with one line per faulty server. @param {Comparison} comparison */
export function comparisonText({ faulty_servers: rows, ...head }) {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  return `${JSON.stringify(head, null, 2).replace(/\n}$/, '')},\n  "faulty_servers": [\n${lines}\n  ]\n}\n`;
}
