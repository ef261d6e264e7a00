import type * as original from '../../../mocks/dataset/index.js';

export type * from '../../../mocks/dataset/index.js';
export { scenarios } from '../../../mocks/dataset/seed-data/scenario-names.js';

type Dataset = Pick<typeof original, 'planDataset' | 'openDataset'>;

let current: Dataset | undefined;

/** Sets the dataset of mocks that are created from now on. */
export function useDataset(dataset: Dataset): void {
  current = dataset;
}

const inUse = (): Dataset => {
  if (!current) throw new Error('No dataset is set. Call useDataset first.');
  return current;
};

export const planDataset: Dataset['planDataset'] = (...options) => inUse().planDataset(...options);
export const openDataset: Dataset['openDataset'] = (...options) => inUse().openDataset(...options);
