import { pages } from '../.vitepress/pages/index.js';

export default {
  paths: () =>
    pages.map(({ path, title, description, content, operation }) => ({
      params: { page: path, ...(operation ? { operation } : {}) },
      content: `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n${content}`,
    })),
};
