// @ts-check
import { markdownTable } from '../markdown-table.mjs';
import { ours } from './tools/ours.mjs';
import { schemathesis } from './tools/schemathesis.mjs';

/** Those on which every finding is a false alarm, and what they are called. */
const cleanServers = { mock: 'mock', typescript: 'TypeScript', python: 'Python', go: 'Go' };

/**
 * docs/comparison.md, from what `npm run compare` has measured.
 *
 * @param {any} comparison
 */
export function comparisonPage({
  date,
  node,
  document,
  tools,
  dredd,
  clean,
  cost,
  defects,
  left_out,
  every,
}) {
  const areas = [...new Set(defects.map((/** @type {any} */ { area }) => area))];
  const ran = (/** @type {any} */ tool, rows = defects) =>
    rows.filter((/** @type {any} */ { results }) => results[tool.id]);
  const caught = (/** @type {any} */ tool, rows = defects) =>
    ran(tool, rows).filter((/** @type {any} */ { results }) => results[tool.id].caught);
  const share = (/** @type {any} */ tool, rows = defects) =>
    ran(tool, rows).length === 0 ? '–' : `${caught(tool, rows).length} of ${ran(tool, rows).length}`;
  const others = tools.filter((/** @type {any} */ { id }) => id !== ours.id);
  const ahead = defects.filter(
    (/** @type {any} */ { results }) =>
      !results[ours.id].caught && others.some((/** @type {any} */ { id }) => results[id]?.caught),
  );
  const alarms = (/** @type {any} */ tool, /** @type {string} */ server) => {
    const run = clean[tool.id]?.[server];
    return run ? String(run.findings.length) : '–';
  };

  return `# Compared with other tools

What this suite and other tools find in ${defects.length} servers that are wrong in one way each, and what they blame a right one for:

${markdownTable([
  ['', 'defects caught', 'false alarms on the mock', 'requests', 'seconds'],
  ...tools.map((/** @type {any} */ tool) => [
    `${tool.name} ${tool.version}`,
    share(tool),
    alarms(tool, 'mock'),
    String(cost[tool.id].requests),
    cost[tool.id].seconds.toFixed(1),
  ]),
])}

Each server is the mock with a defect put around it. Every tool is given the same document (\`info.version\` ${document.version}) and the
same servers, each of them started anew. A defect is caught when the tool finds something there that it does not find in
the mock without the defect; in doubt the tool gets the point. The servers that are wrong by now, and how this suite finds
each, stand on [a page of their own](../tests/faulty-servers).

Requests and seconds are those of one run over the whole API, on the mock without a defect: wall time on a machine of two
cores with Node.js ${node}, one tool after the other. Prism's start is not counted.
${
  ran(schemathesis).length < defects.length
    ? `
Schemathesis takes longest, so it was run on every ${every}th defect of each area in the order of the sources.
`
    : ''
}${
  left_out > 0
    ? `The run was told to end after a while: it went through the areas in turn, and ${left_out} of ${defects.length + left_out} defects were left out.
`
    : ''
}
## By area

${markdownTable([
  ['area', 'defects', ...tools.map((/** @type {any} */ { name }) => name)],
  ...areas.map((area) => {
    const rows = defects.filter((/** @type {any} */ one) => one.area === area);
    return [area, String(rows.length), ...tools.map((/** @type {any} */ tool) => share(tool, rows))];
  }),
])}

${
  ahead.length === 0
    ? 'No other tool caught a defect that `cost-contract verify` missed.'
    : `Caught by another tool, and missed by \`cost-contract verify\`:\n\n${ahead.map((/** @type {any} */ { name }) => `- ${name}`).join('\n')}`
}

## False alarms

What a tool finds in a server that keeps the contract. The three beside the mock were written against the service's
description alone, in other languages and with other habits; they leave open what the document only proposes.

${markdownTable([
  ['', ...Object.values(cleanServers)],
  ...tools.map((/** @type {any} */ tool) => [
    tool.name,
    ...Object.keys(cleanServers).map((server) => alarms(tool, server)),
  ]),
])}

Other tools read every schema as a promise; that a part is only proposed (\`x-provenance: proposed\`) is nothing they
can know, and most of what they find in the three servers is that. \`verify\` runs there with its standard profile, in
which proposals only warn. What Schemathesis finds in the mock are rules between parameters, such as \`end\` not
before \`start\`, that no schema tells: it takes the refusal of such a request for a fault.

## Settings

${tools.map((/** @type {any} */ { name, version, settings }) => `- **${name} ${version}**: \`${settings}\``).join('\n')}

\`--profile strict\` counts a proposal that is not kept as a failure too, as all other tools do. The third key, which is
there to be used up, is given only where the rate limit is the subject. Elsewhere the mock's limit is lifted for the
other tools, so that none is slowed down.

Schemathesis runs all its checks and phases at their defaults, except that it makes 25 examples an operation instead of
100 and is told up to three operations in which the fault shows itself, a hint that no user would have: over the whole document
with 100 examples one server takes it minutes. What it found in any of four runs over the whole mock is not counted.

Prism compares each answer with the document while requests pass through it. The requests are those that the document
shows by its examples: for every operation its required parameters, each optional one with each of its values, and
each example of a body, ${cost.prism.requests} in all.

**Dredd ${dredd.version}** reads OpenAPI 2 and 3.0, and the document is 3.1. It says so, and ends before its first request:

\`\`\`
$ ${dredd.command}
${dredd.messages.map((/** @type {string} */ line) => line.slice(0, 200)).join('\n')}
\`\`\`

A copy of the document in 3.0 would have to drop what tells null from a value, so it was not made.

## What each is for

- **cost-contract verify** knows this contract: what a replay is, which pages follow, that parts add up to their
  total. It says nothing about any other API.
- **Schemathesis** knows no contract but the document, and invents inputs that nobody has thought of. It needs no line
  of code for a new API. Two faults of the mock that it found, a window of ten thousand years and an integer of twenty
  digits, are mended, and have checks here now.
- **Prism's proxy** sees the traffic that passes, whoever makes it: put it between a frontend's own tests and a server.
- **Dredd** does the same with the examples of an older document.

## Do it again

\`\`\`sh
npm run compare                  # all of it; it goes on where it was stopped
npm run compare -- --every 4     # Schemathesis on every fourth defect
npm run compare -- --minutes 25  # what can be done in that time, from all areas in turn
npm run serve:defect             # lists the defects; with a name it serves one
\`\`\`

It installs Schemathesis (Python 3) and Dredd into \`.field/\`, and needs Go for one of the servers. This page is written by
it, from what was measured on ${date}; the figures are in [comparison.json](comparison.json).
`;
}
