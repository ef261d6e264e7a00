import { csvHeader } from '../files/csv-header.js';
import { statsOf } from '../files/stats-of.js';
import { datasetOf } from './datasets.js';

/** Whether a file can only be the data set Contract Commitment, and no inventory, which is in CSV or JSON. */
export async function isContractFile(path: string): Promise<boolean> {
  if (statsOf(path)?.isFile() !== true) return false;
  if (/\.(csv\.gz|parquet)$/i.test(path)) return true;
  const file = { path, format: 'csv', isGzipped: false } as const;
  // What is wrong with another file is for its reader to say.
  const columns = await csvHeader(file).catch(() => []);
  return datasetOf(columns) === 'Contract Commitment';
}
