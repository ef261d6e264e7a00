import type { DuckDBConnection } from '@duckdb/node-api';
import { groupBy } from '../../group-by.js';
import type { ChargesInfo } from '../charges-info.js';
import type { FileGroup } from '../files/file-groups.js';
import { FocusError } from '../focus-error.js';
import type { ContractCommitment } from './contract-commitment.js';
import { datasetVersionOf, type OtherDataset } from './datasets.js';
import { readContracts } from './read-contracts.js';

/** What lies beside the costs. */
export interface OtherDatasets {
  readonly contracts: readonly ContractCommitment[];
  readonly otherDatasets: ChargesInfo['otherDatasets'];
}

type OtherGroup = FileGroup & { readonly dataset: OtherDataset };

/**
 * Reads what other data sets of FOCUS add to the costs.
 *
 * @param groups of all files
 * @throws {FocusError} if none has costs, or a data set cannot be read correctly
 */
export async function openOtherDatasets(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<OtherDatasets> {
  const others = groups.filter((group): group is OtherGroup => group.dataset !== undefined);
  const [first] = others;
  if (first && others.length === groups.length)
    throw new FocusError(
      `${first.files[0]} is the data set ${first.dataset} of FOCUS, which has no charges. Give the data set Cost and Usage as well.`,
    );
  const ofContracts = others.filter(({ dataset }) => dataset === 'Contract Commitment');
  const { contracts, rows } = await readContracts(connection, ofContracts);
  const byName = groupBy(others, ({ dataset, columns }) =>
    JSON.stringify([
      dataset,
      datasetVersionOf(
        dataset,
        columns.map(({ name }) => name),
      ),
    ]),
  );
  const otherDatasets = [...byName]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, own]) => {
      const [name, version] = JSON.parse(key) as [OtherDataset, string];
      const files = own.flatMap((group) => group.files);
      const isRead = name === 'Contract Commitment';
      return {
        name,
        version,
        files,
        rows: isRead ? files.reduce((sum, file) => sum + (rows.get(file) ?? 0), 0) : null,
      };
    });
  return { contracts, otherDatasets };
}
