import type { Exchange } from './http/exchange.js';
import { printable } from './printable.js';

/** Characters of a body that stand in the command itself; Linux takes 128 KiB of one argument. */
const longestArgument = 8 * 1024;
/** Characters of the commands that make a longer body. */
const longestMaker = 64 * 1024;
/** A part of a body that is the same again and again is made, once it has this many characters. */
const shortestRun = 1024;
/** The longest part that is looked for. */
const longestUnit = 64;

/** A variable, and perhaps what makes another key of it; the dot ends the variable's name. */
const isKeyVariable = /^\w+ \$COST_CONTRACT_\w+(\.\w+)?$/;

/**
 * A command that sends the same request again: one line for a POSIX shell, of printable characters only, in
 * which API keys are named by their environment variable.
 */
export function curlOf({ request }: Pick<Exchange, 'request'>): string {
  const parts = ['curl -i'];
  if (request.method !== 'GET') parts.push(`-X ${request.method}`);
  // curl would tidy the path otherwise, and the path is at times the point.
  if (request.path.includes('..') || request.path.includes('//')) parts.push('--path-as-is');
  for (const [name, value] of Object.entries(request.headers)) {
    // Double quotes let the shell put the key in, and run whatever else it may: nothing else stands there.
    parts.push(isKeyVariable.test(value) ? `-H "${name}: ${value}"` : `-H ${word(`${name}: ${value}`)}`);
  }
  const { body } = request;
  const isArgument = body === null || (body.length <= longestArgument && isPrintable(body));
  const maker = isArgument ? null : bodyMaker(body);
  if (isArgument) {
    if (body !== null) parts.push(`--data-raw ${quote(body)}`);
  } else parts.push(maker === null ? '--data-binary @body' : '--data-binary @-');
  parts.push(word(request.url));
  const command = parts.join(' ');
  if (isArgument) return command;
  return maker === null ? `${saveFirst(body)}; ${command}` : `${maker} | ${command}`;
}

/** Words in a command that does nothing: not every shell takes a comment from a terminal. */
function saveFirst(body: string): string {
  return `: 'The request body of ${body.length} characters is too long for a command. Save it in a file named body.'`;
}

/**
 * Commands that write a body, in which a part that comes again and again stands once.
 *
 * @returns null where that is too long
 */
function bodyMaker(body: string): string | null {
  const commands: string[] = [];
  let length = 0;
  let literalFrom = 0;
  const add = (command: string) => {
    commands.push(command);
    length += command.length;
  };
  for (const run of runsIn(body)) {
    if (length + run.start - literalFrom > longestMaker) return null;
    if (run.start > literalFrom) add(printed(body.slice(literalFrom, run.start)));
    const text = body.slice(run.start, run.end);
    add(`yes ${quote(text.slice(0, run.unit))} | tr -d '\\n' | head -c ${Buffer.byteLength(text)}`);
    literalFrom = run.end;
  }
  if (length + body.length - literalFrom > longestMaker) return null;
  if (body.length > literalFrom) add(printed(body.slice(literalFrom)));
  return commands.length === 1 ? (commands[0] as string) : `{ ${commands.join('; ')}; }`;
}

/** A part of a text that repeats its first `unit` characters. */
interface RunOf {
  readonly start: number;
  readonly unit: number;
  readonly end: number;
}

/** Parts of a text that repeat one unit, as a shell can; after much without any, it is looked for no more. */
function* runsIn(text: string): Generator<RunOf> {
  // For each unit, up to where it is known that each character equals the one that stands a unit before.
  const equalUntil = new Array<number>(longestUnit + 1).fill(0);
  let lastEnd = 0;
  for (let start = 0; start + shortestRun <= text.length && start - lastEnd <= longestMaker; start += 1) {
    for (let unit = 1; unit <= longestUnit; unit += 1) {
      let end = Math.max(equalUntil[unit] ?? 0, start + unit);
      while (end < text.length && text.charCodeAt(end) === text.charCodeAt(end - unit)) end += 1;
      equalUntil[unit] = end;
      end -= (end - start) % unit;
      if (end - start < shortestRun || !isPrintable(text.slice(start, start + unit))) continue;
      yield { start, unit, end };
      lastEnd = end;
      start = end - 1;
      break;
    }
  }
}

/** A command of the shell's own, which takes any length, that writes a text. */
function printed(text: string): string {
  return isPrintable(text) ? `printf %s ${quote(text)}` : `printf ${format(text)}`;
}

/** A word of the shell. */
function word(text: string): string {
  return isPrintable(text) ? quote(text) : `"$(printf ${format(text)})"`;
}

/** A text as a format of printf, in which control characters stand as octal numbers of their bytes. */
function format(text: string): string {
  const escaped = text
    .replace(/[%\\]/g, (sign) => (sign === '%' ? '%%' : '\\\\'))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
      [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    );
  return quote(escaped);
}

function isPrintable(text: string): boolean {
  return printable(text) === text;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
