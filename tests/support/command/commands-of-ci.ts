// Commands that CI systems find in a log, and how they find them.

/** A command of each system. */
export const commandsOfCi = [
  '##[stop-commands]x',
  '::stop-commands::x',
  '::add-mask::conforms',
  '##vso[task.complete result=Succeeded;]x',
  "##teamcity[buildStop comment='x']",
  'section_start:1560896352:name\r\u001b[0K',
  '\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007',
  '\u009b2J',
  '\u202ex',
  '[[ATTACHMENT|/etc/passwd]]',
] as const;

/** Runners compare texts without characters that their alphabet ignores. */
const ignored = /\p{DI}/gu;

const finders: readonly [string, (line: string) => boolean][] = [
  ['GitHub', (line) => line.trimStart().startsWith('::') && /[a-z]/i.test(line.trimStart()[2] ?? '')],
  ['GitHub', (line) => line.includes('##[')],
  ['Azure Pipelines', (line) => line.includes('##vso[')],
  ['TeamCity', (line) => /##teamcity\[/i.test(line)],
  ['GitLab', (line) => /section_(start|end):\d+:[\w.-]+(\[.*\])?\r/.test(line)],
  ['JUnit', (line) => /\[\[ATTACHMENT\|/i.test(line)],
  ['terminal', (line) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line)],
];

/** Returns the lines of a log in which a system would find a command, each with the name of the system. */
export function commandsIn(log: string): string[] {
  return log
    .split('\n')
    .flatMap((line) =>
      finders
        .filter(([system, find]) => find(system === 'terminal' ? line : line.replace(ignored, '')))
        .map(([system]) => `${system}: ${line}`),
    );
}
