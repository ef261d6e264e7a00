import { fstatSync, writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { printableLines } from '../../src/text/printable.js';

/** Standard output or standard error. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  /** The width of a terminal, in characters. */
  readonly columns?: number | undefined;
  /** Whether to use colours: on a terminal that supports them, subject to NO_COLOR and FORCE_COLOR. */
  readonly hasColors?: boolean | undefined;
  /** Whether earlier output is still unread, so that more would accumulate in memory. */
  readonly isBehind?: boolean | undefined;
  /** Waits until earlier output is read. */
  drained?(): Promise<void>;
  /** Writes text for people, with control characters escaped. */
  write(text: string): unknown;
  /** Writes text unchanged: a document for programs, or text whose only control characters are our own. */
  writeRaw(text: string): unknown;
}

/** An output of this process that reports whether all of it was written. */
export interface ProcessOutput extends Output {
  /**
   * Waits until all output is written.
   *
   * @returns the error that left the output incomplete, unless the reader closed it
   */
  finish(): Promise<Error | undefined>;
}

/** Writes to a stream of this process. After an error, it ignores further output instead of throwing. */
export function outputTo(stream: NodeJS.WriteStream & { readonly fd: number }): ProcessOutput {
  let failure: Error | undefined;
  const fail = (error?: Error | null) => {
    if (error) failure ??= error;
  };
  stream.on('error', fail);
  makeNonBlocking(stream);
  const isFile = !stream.isTTY && fstatSync(stream.fd).isFile();
  const writeRaw = (text: string) => {
    if (failure) return;
    try {
      if (isFile) writeAll(stream.fd, text);
      else stream.write(text);
    } catch (error) {
      fail(error as Error);
    }
  };
  const drained = async () => {
    // After an error, the callback of a write is called as well.
    if (!isFile) await new Promise<void>((resolve) => stream.write('', () => resolve()));
  };
  return {
    isTTY: stream.isTTY,
    hasColors: wantsColors(stream),
    // Changes with the window.
    get columns() {
      return stream.columns;
    },
    get isBehind() {
      return stream.writableNeedDrain;
    },
    writeRaw,
    write: (text) => writeRaw(printableLines(text)),
    drained,
    async finish() {
      await drained();
      return failure && !isClosedByReader(failure) && !stream.isTTY ? failure : undefined;
    },
  };
}

/**
 * Writes of Node to a terminal are blocking: a terminal that is paused, by Ctrl-S or by selecting text in it,
 * would pause the program. Node has no public API to change this.
 */
function makeNonBlocking(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return;
  const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } };
  handle?.setBlocking?.(false);
}

/** Decides as `util.styleText` does. */
function wantsColors(stream: NodeJS.WriteStream): boolean {
  const marked = '.';
  return styleText('bold', marked, { stream }) !== marked;
}

/** On a full disk, Node's stream for a file reports success after a partial write. */
function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Whether the reader of an output, such as `head`, closed it early. */
export function isClosedByReader(error: Error): boolean {
  return ['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The message for an output that is incomplete. */
export function incompleteMessage(name: string, error: Error): string {
  return `cost-contract: could not write ${name} completely: ${reasonOf(error)}.\n`;
}

/** Describes why a write failed. */
export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
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
