import { ctrfReport } from '../../../conformance/engine/report/ctrf.js';
import { githubReport } from '../../../conformance/engine/report/github.js';
import { htmlReport } from '../../../conformance/engine/report/html/html.js';
import { jsonReport } from '../../../conformance/engine/report/json.js';
import { junitReport } from '../../../conformance/engine/report/junit.js';
import { markdownReport } from '../../../conformance/engine/report/markdown.js';
import { prettyReport } from '../../../conformance/engine/report/pretty.js';
import type { Report } from '../../../conformance/engine/report.js';

/** A report in every format. */
export const everyReport = (report: Report) => ({
  pretty: prettyReport(report, { colour: false }),
  verbose: prettyReport(report, { colour: false, verbose: true }),
  'grouped by operation': prettyReport(report, { colour: false, groupBy: 'operation' }),
  html: htmlReport(report),
  markdown: markdownReport(report),
  json: jsonReport(report),
  junit: junitReport(report),
  ctrf: ctrfReport(report),
  github: githubReport(report),
});
