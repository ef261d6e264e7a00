import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import FilteredRows from './FilteredRows.vue';
import MarkdownLink from './MarkdownLink.vue';
import './style.css';
import './form.css';
import './figures.css';
import './rows.css';
import Operation from './operation/Operation.vue';
import Parameter from './operation/Parameter.vue';
import RequestBody from './operation/RequestBody.vue';
import { revealTargets } from './reveal.js';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(MarkdownLink) }),
  setup: revealTargets,
  enhanceApp({ app }) {
    for (const [name, component] of Object.entries({ FilteredRows, Operation, Parameter, RequestBody })) {
      app.component(name, component);
    }
  },
} satisfies Theme;
