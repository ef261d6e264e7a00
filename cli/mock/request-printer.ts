import type { RequestEvent } from '../../mocks/control/journal/request-log.js';
import type { Output } from '../output/output.js';
import { jsonLine, requestLine } from './request-line.js';

/** How requests are printed. */
export interface RequestPrinterOptions {
  readonly logFormat: 'text' | 'json';
  /** Whether the operation, the reason and the headers are printed too. */
  readonly verbose?: boolean;
}

/** How long a line waits for others, in milliseconds, and how many characters at most. */
const longestWait = 10;
const longestBatch = 65_536;

/**
 * Prints a line for each request. Lines that follow each other closely are one write, since a write takes longer than to
 * format a line. Counts the requests that it omits while the output is not read.
 *
 * @returns `add` takes a request; `flush` prints what has not been printed yet
 */
export function requestPrinter(output: Output, { logFormat, verbose: isVerbose }: RequestPrinterOptions) {
  const { hasColors } = output;
  let batch = '';
  let omitted = 0;
  const flush = () => {
    if (batch) output.writeRaw(batch);
    batch = '';
  };
  const add = (event: RequestEvent) => {
    if (output.isBehind) {
      omitted += 1;
      return;
    }
    if (batch === '') setTimeout(flush, longestWait);
    if (omitted > 0) batch += omissionLine(omitted, logFormat);
    omitted = 0;
    batch += logFormat === 'json' ? jsonLine(event) : requestLine(event, { hasColors, isVerbose });
    if (batch.length > longestBatch) flush();
  };
  return { add, flush };
}

function omissionLine(omitted: number, format: RequestPrinterOptions['logFormat']): string {
  const message = `${omitted} requests omitted, because standard error was not read`;
  return format === 'json' ? `${JSON.stringify({ omitted, message })}\n` : `(${message})\n`;
}
