// @ts-check
import { coverageFigure } from './coverage.mjs';
import { glanceFigure } from './glance.mjs';
import { savingsRateFigure } from './savings-rate.mjs';
import { savingsStepsFigure } from './savings-steps.mjs';
import { uncoveredFigure } from './uncovered.mjs';
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
  const [utilization, coverage, rate, uncovered] = await Promise.all([
    read('/api/v1/commitments/utilization'),
    read('/api/v1/commitments/coverage-rates'),
    read('/api/v1/commitments/esr'),
    read('/api/v1/commitments/uncovered'),
  ]);
  return {
    utilization: utilizationFigure(utilization),
    coverage: coverageFigure(coverage),
    'savings-rate': savingsRateFigure(rate),
    'savings-steps': savingsStepsFigure(rate),
    uncovered: uncoveredFigure(uncovered),
    glance: glanceFigure(utilization, coverage, rate),
  };
}
