import { fstatSync, writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { printable } from '../conformance/printable.js';

/** Standard output or standard error. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  /** Whether colours are wanted: on a terminal that has them, unless NO_COLOR says not, or with FORCE_COLOR. */
  readonly hasColors?: boolean | undefined;
  /** Whether its reader has yet to take what was written before, so that more would pile up here. */
  readonly isBehind?: boolean | undefined;
  /** Writes text for people: what a terminal would obey in it is written out. */
  write(text: string): unknown;
  /** Writes a text as it is: a document for programs, or one whose only control characters are our own. */
  writeRaw(text: string): unknown;
}

/** An output of this process, and whether all of it went out. */
export interface ProcessOutput extends Output {
  /**
   * Waits for what is on its way.
   *
   * @returns what kept the output from being whole; a reader that left, which is its right, is nothing
   */
  finish(): Promise<Error | undefined>;
}

/** Writes to a stream of this process. A stream that fails is left alone from then on, and ends nothing. */
export function outputTo(stream: NodeJS.WriteStream & { readonly fd: number }): ProcessOutput {
  let failure: Error | undefined;
  const fail = (error?: Error | null) => {
    if (error) failure ??= error;
  };
  stream.on('error', fail);
  letWait(stream);
  const isFile = !stream.isTTY && fstatSync(stream.fd).isFile();
  const writeRaw = (text: string) => {
    if (failure) return;
    try {
      if (isFile) writeWhole(stream.fd, text);
      else stream.write(text);
    } catch (error) {
      fail(error as Error);
    }
  };
  return {
    isTTY: stream.isTTY,
    hasColors: wantsColors(stream),
    get isBehind() {
      return stream.writableNeedDrain;
    },
    writeRaw,
    write: (text) => writeRaw(printableLines(text)),
    async finish() {
      if (!isFile) await new Promise<void>((resolve) => stream.write('', () => resolve()));
      return failure && !isReaderGone(failure) && !stream.isTTY ? failure : undefined;
    },
  };
}

/**
 * Node writes to a terminal until it has taken all of it: one that was stopped, by Ctrl-S or by selecting text
 * in it, would stop the program as well. There is no public way to have such a stream wait.
 */
function letWait(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return;
  const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } };
  handle?.setBlocking?.(false);
}

/** As `util.styleText` decides it. */
function wantsColors(stream: NodeJS.WriteStream): boolean {
  const marked = '.';
  return styleText('bold', marked, { stream }) !== marked;
}

/** A text whose lines a terminal shows and does not obey. */
function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Node's own stream for a file takes what is left of a full disk for the whole text. */
function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Whether whoever read an output, such as `head`, left early. */
export function isReaderGone(error: Error): boolean {
  return ['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Why an output is not whole, for a person. */
export function notWhole(name: string, error: Error): string {
  return `cost-contract: ${name} could not be written whole: ${reasonOf(error)}.\n`;
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOSPC':
      return 'no space is left on the device';
    case 'EDQUOT':
      return 'the disk quota is used up';
    case 'EFBIG':
      return 'the file would be too large';
    default:
      return message;
  }
}
