import { writeFile } from 'node:fs/promises';
import { jsonReport } from '../../conformance/report/json.js';
import { junitReport } from '../../conformance/report/junit.js';
import { prettyReport } from '../../conformance/report/pretty.js';
import type { Report } from '../../conformance/report/report.js';
import { type CommandIo, UsageError } from './command.js';

const reporters = ['pretty', 'json', 'junit'] as const;

type Reporter = (typeof reporters)[number];

/** What every command that judges says of its reports in its help. */
export const reporterHelp = `\
  --reporter NAME         pretty (default), json or junit; may come again
  --output FILE           where the last report goes (default: standard output)
`;

export const reporterOptions = {
  reporter: { type: 'string' as const, multiple: true as const, default: ['pretty'] },
  output: { type: 'string' as const },
};

export interface ReportsAskedFor {
  readonly reporters: readonly Reporter[];
  readonly output: string | undefined;
}

/** @throws {UsageError} when there is no such reporter */
export function reportsAskedFor(values: {
  reporter: readonly string[];
  output?: string | undefined;
}): ReportsAskedFor {
  return {
    reporters: values.reporter.map((name) => oneOf(reporters, name, '--reporter')),
    output: values.output,
  };
}

/** The last report goes to the file, if there is one; the others to standard output. */
export async function writeReports(
  report: Report,
  { reporters: chosen, output }: ReportsAskedFor,
  io: CommandIo,
): Promise<void> {
  for (const [index, name] of chosen.entries()) {
    const toFile = output !== undefined && index === chosen.length - 1;
    const text = render(name, report, !toFile && io.stdout.isTTY === true && !io.env.NO_COLOR);
    if (toFile) await writeFile(output, text);
    else io.stdout.write(text);
  }
}

function render(name: Reporter, report: Report, colour: boolean): string {
  switch (name) {
    case 'pretty':
      return prettyReport(report, { colour });
    case 'json':
      return jsonReport(report);
    case 'junit':
      return junitReport(report);
  }
}

/** @throws {UsageError} when a value is none of those that an option takes */
export function oneOf<T extends string>(known: readonly T[], value: string, option: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${option} is ${known.join(' or ')}, not ${value}.`);
  return found;
}
