import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { jsonReport } from '../../../conformance/engine/report/json.js';
import type { Report } from '../../../conformance/engine/report.js';

/** The schema of JSON reports, which is part of the package. */
export const reportSchema = parse(
  readFileSync(new URL('../../../conformance/engine/report/report.schema.yaml', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
// @ts-expect-error the package's types name a default export that its ESM form does not have
addFormats(ajv);
const validate = ajv.compile(reportSchema);

/** Returns how a value differs from the schema of JSON reports. */
export function schemaErrorsIn(value: unknown): readonly ErrorObject[] {
  validate(value);
  return validate.errors ?? [];
}

/** Returns how the JSON of a report differs from its schema. */
export function reportErrors(report: Report): readonly ErrorObject[] {
  return schemaErrorsIn(JSON.parse(jsonReport(report)));
}
