import { pages } from '../.vitepress/pages/index.js';

export default {
  paths: () =>
    pages.map(({ path, title, description, content, layout, operation }) => {
      const matter = Object.entries({ title, description, ...(layout ? { pageClass: layout } : {}) });
      return {
        params: { page: path, ...(operation ? { operation } : {}) },
        content: `---\n${matter.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')}\n---\n\n${content}`,
      };
    }),
};
