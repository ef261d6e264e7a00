/** Prints the step with `ok` or `FAILED`. */
export function check(step: string, passed: boolean, actual: unknown): void {
  console.log(passed ? `ok ${step}` : `FAILED ${step}: ${JSON.stringify(actual)}`);
}

export const url = process.env.BASE_URL ?? '';
export const key = process.env.API_KEY ?? '';
export const headers = { authorization: `Bearer ${key}` };

/** A savings plan, whose id contains a slash and colons. */
export const arn =
  'arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60';

/** A change of the virtual tag key `vtk-cost-center`. */
export const tagKey = {
  name: 'Cost center',
  expected_version: 7,
  description: 'Who pays for what',
  effective_from: null,
  can_override: false,
  collapsed_keys: [],
  configs: [
    {
      filter: { rules: [] },
      time_frame: null,
      assign: { type: 'value' as const, value: 'Platform' },
    },
  ],
};
