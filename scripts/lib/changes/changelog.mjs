// @ts-check

/**
 * Changes as Markdown, the breaking ones first, by operation.
 *
 * @param {readonly import('./compare-documents.mjs').Change[]} changes
 * @param {string} since the version compared with
 */
export function changelog(changes, since) {
  if (changes.length === 0) return `Nothing a caller would notice has changed since ${since}.\n`;
  const [breaking, additions] = [true, false].map((kind) =>
    changes.filter((change) => change.breaking === kind),
  );
  return [
    `# Changes since ${since}`,
    ...section('Breaking', breaking),
    ...section('Additions', additions),
    '',
  ].join('\n');
}

/**
 * @param {string} title
 * @param {readonly import('./compare-documents.mjs').Change[]} [changes]
 */
function section(title, changes = []) {
  if (changes.length === 0) return [];
  const places = [...new Set(changes.map(({ where }) => where))];
  return [
    '',
    `## ${title}`,
    ...places.flatMap((place) => [
      '',
      `### ${place}`,
      ...changes.filter(({ where }) => where === place).map(({ what }) => `- ${what}`),
    ]),
  ];
}
