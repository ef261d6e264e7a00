import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

const targets: components['schemas']['RepositoryTarget'][] =
  document.components.examples['listRecommendationTargets.opened-waiting-and-failed'].value.data.items;

describe('the examples of listRecommendationTargets', () => {
  it('know all of a pull request or nothing', () => {
    for (const { pr_url, pr_number, pr_status, opened_at } of targets) {
      const known = [pr_url, pr_number, pr_status, opened_at].filter((value) => value !== null);
      expect([0, 4]).toContain(known.length);
    }
  });

  it('point at a pull request of their own repository', () => {
    const opened = targets.filter(({ pr_url }) => pr_url !== null);
    expect(opened).not.toHaveLength(0);
    for (const { repo_full_name, pr_url, pr_number } of opened) {
      expect(pr_url).toContain(`/${repo_full_name}/`);
      expect(pr_url).toMatch(new RegExp(`/${pr_number}$`));
    }
  });

  it('have no pull request where opening one failed', () => {
    const failed = targets.filter(({ error_message }) => error_message !== null);
    expect(failed).not.toHaveLength(0);
    for (const { pr_url } of failed) expect(pr_url).toBeNull();
  });
});
