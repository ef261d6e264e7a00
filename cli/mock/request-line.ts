import { styleText } from 'node:util';
import type { RequestEvent } from '../../mocks/control/journal/request-log.js';
import { printable } from '../../src/text/printable.js';

/** Maximum characters of a target or a reason; the rest is cut off. */
const maxLength = 300;

/**
 * Formats a request as one line: method, path, status, milliseconds, and the reason unless it is a plain
 * success. With `isVerbose`, lines with the operation, the reason and the headers follow.
 */
export function requestLine(
  event: RequestEvent,
  {
    hasColors = false,
    isVerbose = false,
  }: { hasColors?: boolean | undefined; isVerbose?: boolean | undefined },
): string {
  const { method, target, status, duration_ms, fault, warnings } = event;
  const paint = hasColors ? painted : unpainted;
  const isPlain = status < 400 && fault === null;
  const duration = duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms);
  let line = `${shown(method ?? '-')} ${shown(target ?? '-')} ${paint(styleOf(status), String(status))} ${paint('dim', `${duration} ms`)}`;
  if (!isPlain) line += ` ${shown(event.reason)}`;
  for (const warning of warnings) line += ` ${paint('yellow', shown(warning))}`;
  if (!isVerbose) return `${line}\n`;
  const { operation, stage, request_id, reason, headers } = event;
  const more = [
    [operation, stage, request_id].filter((part) => part !== null).join(', '),
    ...(isPlain ? [reason] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return [line, ...more.map((text) => paint('dim', `  ${shown(text)}`)), ''].join('\n');
}

/** Formats a request as one line of JSON, with all its properties. */
export function jsonLine(event: RequestEvent): string {
  return `${printable(JSON.stringify(event))}\n`;
}

type Style = Parameters<typeof styleText>[0];

const painted = (style: Style, text: string) => styleText(style, text, { validateStream: false });
const unpainted = (_style: Style, text: string) => text;

function styleOf(status: number): Style {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

/** The text must already be redacted: a secret that is cut would not be recognized. */
function shown(text: string): string {
  return printable(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
}
