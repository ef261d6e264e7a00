import type { Charges } from '../open-charges.js';

/** The costs of a provider that were applied to a contract commitment in a month, in millionths. */
export interface AppliedCost {
  readonly id: string;
  readonly provider: string;
  /** Counted from year 0. */
  readonly month: number;
  readonly cost: number;
}

/** Reads what the column ContractApplied applies to contract commitments. */
export async function readAppliedCosts({ connection, info }: Charges): Promise<readonly AppliedCost[]> {
  // The version of files with the column is at least 1.3. Without it, DuckDB would read all rows, and find nothing.
  if (info.versions.every((version) => version < '1.3')) return [];
  const month = 'year(ChargePeriodStart) * 12 + month(ChargePeriodStart) - 1';
  const reader = await connection.runAndReadAll(
    `SELECT COALESCE(element->>'ContractCommitmentId', element->>'ContractCommitmentID') AS id, provider_id, ${month} AS month,
       CAST(sum(CAST(element->>'ContractCommitmentAppliedCost' AS DECIMAL(38,18))) AS DOUBLE) AS cost
     FROM (SELECT provider_id, ChargePeriodStart, unnest(from_json(ContractApplied, '["JSON"]')) AS element
           FROM charges WHERE ContractApplied IS NOT NULL)
     GROUP BY 1, 2, 3 HAVING cost IS NOT NULL ORDER BY 1, 2, 3`,
  );
  return reader.getRowsJS().map(([id, provider, month, cost]) => ({
    id: String(id),
    provider: String(provider),
    month: Number(month),
    cost: Math.round(Number(cost) * 1e12) / 1e6,
  }));
}
