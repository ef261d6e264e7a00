import { expect } from 'vitest';
import { openCharges } from '../../../src/focus/open-charges.js';
import { csvOf, type FocusRow, temporaryFiles } from './focus-files.js';

export const files = temporaryFiles();

/** The message that refuses the data, with paths relative to the directory of the files. */
export async function refusal(...paths: string[]): Promise<string> {
  const result = await openCharges(paths).then(
    (charges) => charges.close(),
    (error: Error) => error,
  );
  expect(result).toMatchObject({ name: 'FocusError' });
  return (result as Error).message.replaceAll(`${files.path('.')}/`, '');
}

/** The message that refuses a file with a content. */
export const refused = (...file: Parameters<typeof files.write>) => refusal(files.write(...file));

export const refusalOf = (...rows: FocusRow[]) => refused('bill.csv', csvOf(rows));
