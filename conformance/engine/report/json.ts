import { printableLines } from '../../../src/text/printable.js';
import type { Report } from '../report.js';

/** Renders the report as JSON. */
export function jsonReport(report: Report): string {
  return `${printableLines(JSON.stringify(report, null, 2))}\n`;
}
