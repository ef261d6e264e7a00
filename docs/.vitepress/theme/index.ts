import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import MarkdownLink from './MarkdownLink.vue';
import './style.css';
import './form.css';
import './figures.css';
import TryIt from './TryIt.vue';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(MarkdownLink) }),
  enhanceApp({ app }) {
    app.component('TryIt', TryIt);
  },
} satisfies Theme;
