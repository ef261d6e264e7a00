// @ts-check
import { coverageFigure } from './coverage.mjs';
import { savingsRateFigure } from './savings-rate.mjs';
import { utilizationFigure } from './utilization.mjs';

/**
 * The pictures of the guides, drawn from what a mock answers.
 *
 * @param {{ fetch: (target: string, init?: RequestInit) => Promise<Response> }} mock
 * @returns {Promise<Record<string, import('../html.mjs').Html>>} by name
 */
export async function figures(mock) {
  const read = async (/** @type {string} */ path) => {
    const response = await mock.fetch(path, { headers: { Authorization: 'Bearer ccc_test_caller' } });
    const { data } = /** @type {any} */ (await response.json());
    return data;
  };
  const [utilization, coverage, rate] = await Promise.all([
    read('/api/v1/commitments/utilization'),
    read('/api/v1/commitments/coverage-rates'),
    read('/api/v1/commitments/esr'),
  ]);
  return {
    utilization: utilizationFigure(utilization),
    coverage: coverageFigure(coverage),
    'savings-rate': savingsRateFigure(rate),
  };
}
