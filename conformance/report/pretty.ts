import { exitCodeOf, type Report, type Result, type Status } from './report.js';

type Paint = Record<'red' | 'yellow' | 'green' | 'dim' | 'bold', (text: string) => string>;

const codes = { red: 31, yellow: 33, green: 32, dim: 2, bold: 1 };

function painter(colour: boolean): Paint {
  const paint =
    (code: number) =>
    (text: string): string =>
      colour ? `\u001b[${code}m${text}\u001b[0m` : text;
  return Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, paint(code)])) as Paint;
}

/** Operations named before the rest is only counted. */
const namedOperations = 6;
/** Different faults of one check that are shown; the others are counted. */
const shownFaults = 2;

/** A report for a person at a terminal: failures first, what many share told once. */
export function prettyReport(report: Report, { colour }: { colour: boolean }): string {
  const paint = painter(colour);
  const sections = [
    heading(report, paint),
    ...findings(report, 'failed', paint),
    ...findings(report, 'errored', paint),
    ...warnings(report, paint),
    ...reasons(report, paint),
    conclusion(report, paint),
  ];
  return `${sections.join('\n\n')}\n`;
}

function heading(report: Report, paint: Paint): string {
  const { target, contract_version, profile, requests, duration_ms } = report;
  const sent = Object.values(requests).reduce((sum, count) => sum + count, 0);
  return [
    paint.bold(`Conformance of ${target}`),
    paint.dim(
      `contract ${contract_version}, profile ${profile}, ${sent} requests in ${(duration_ms / 1000).toFixed(1)} s`,
    ),
    ...report.notes.map((note) => `Note: ${note}`),
  ].join('\n');
}

function findings(report: Report, status: 'failed' | 'errored', paint: Paint): string[] {
  const mark = paint.red(status === 'failed' ? '✗ FAILED' : '✗ ERRORED');
  return [...byCheck(report, status)].map((results) => {
    const [first] = results;
    const faults = bySameFault(results);
    return [
      `${mark} ${paint.bold(first.id)} ${paint.dim(`${first.level}, ${first.basis}: ${first.source}`)}`,
      `  ${first.requirement}`,
      ...faults.slice(0, shownFaults).flatMap((same) => fault(same, paint)),
      ...(faults.length > shownFaults
        ? [
            `  … and ${count(faults.length - shownFaults, 'other fault')} in ${operationsOf(faults.slice(shownFaults).flat())}.`,
          ]
        : []),
    ].join('\n');
  });
}

function fault(same: readonly [Result, ...Result[]], paint: Paint): string[] {
  const [{ message, expected, actual, exchange, more_faults }] = same;
  return [
    '',
    `  ${paint.bold(operationsOf(same))}`,
    `    ${message}${more_faults > 0 ? ` (and ${count(more_faults, 'fault')} more there)` : ''}`,
    ...(expected === null ? [] : [`    expected  ${paint.green(expected)}`]),
    ...(actual === null ? [] : [`    actual    ${paint.red(actual)}`]),
    ...(exchange === null ? [] : [`    repeat    ${exchange.curl}`]),
  ];
}

function warnings(report: Report, paint: Paint): string[] {
  const checks = byCheck(report, 'warned');
  if (checks.length === 0) return [];
  return [
    [
      `${paint.yellow('! WARNINGS')} ${paint.dim('recommended or only proposed; --profile strict makes them failures')}`,
      ...checks.flatMap((results) => {
        const [first] = results;
        const difference = first.expected === null ? '' : ` Expected ${first.expected}; got ${first.actual}.`;
        return [
          `  ${first.id} ${paint.dim(`in ${operationsOf(results)}`)}`,
          `    ${first.message}${difference}`,
        ];
      }),
    ].join('\n'),
  ];
}

/** Why verdicts are missing, each reason once. */
function reasons(report: Report, paint: Paint): string[] {
  const results = report.results.filter(({ status }) => status === 'could_not_run');
  if (results.length === 0) return [];
  const groups = groupBy(results, ({ message }) => message ?? '');
  return [
    [
      `${paint.yellow('? COULD NOT RUN')} ${paint.dim('these apply, but nothing can be said')}`,
      ...groups.map(
        (group) =>
          `  ${count(group.length, 'verdict')}: ${group[0].message}\n    ${paint.dim(`in ${operationsOf(group)}`)}`,
      ),
    ].join('\n'),
  ];
}

const labels: readonly (readonly [Status, string])[] = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['warned', 'warned'],
  ['could_not_run', 'could not run'],
  ['errored', 'errored'],
  ['not_applicable', 'not applicable'],
];

function conclusion(report: Report, paint: Paint): string {
  const counts = labels
    .filter(([status]) => status === 'passed' || report.summary[status] > 0)
    .map(([status, label]) => `${report.summary[status]} ${label}`)
    .join(' · ');
  const checks = new Set(report.results.map(({ id }) => id)).size;
  const failing = byCheck(report, 'failed').length;
  const verdict = {
    0: paint.green('CONFORMS: nothing breaks the contract.'),
    1: paint.red(`VIOLATES the contract: ${count(failing, 'check')} failed.`),
    3: paint.yellow('INCOMPLETE: nothing breaks the contract, but not everything could be tested.'),
  }[exitCodeOf(report)];
  return `${count(checks, 'check')}, ${count(report.results.length, 'verdict')}: ${counts}\n${paint.bold(verdict)}`;
}

type Group = readonly [Result, ...Result[]];

function byCheck(report: Report, status: Status): Group[] {
  return groupBy(
    report.results.filter((result) => result.status === status),
    ({ id }) => id,
  );
}

function bySameFault(results: readonly Result[]): Group[] {
  return groupBy(results, ({ message, expected, actual }) => JSON.stringify([message, expected, actual]));
}

function groupBy(results: readonly Result[], key: (result: Result) => string): Group[] {
  const groups = new Map<string, [Result, ...Result[]]>();
  for (const result of results) {
    const group = groups.get(key(result));
    if (group) group.push(result);
    else groups.set(key(result), [result]);
  }
  return [...groups.values()];
}

function operationsOf(results: readonly Result[]): string {
  const names = [...new Set(results.map(({ operation }) => operation ?? 'the API as a whole'))];
  const shown = names.slice(0, namedOperations).join(', ');
  return names.length > namedOperations ? `${shown} and ${names.length - namedOperations} more` : shown;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
