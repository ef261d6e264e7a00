declare module '@joplin/turndown-plugin-gfm' {
  import type Turndown from 'turndown';

  export const tables: Turndown.Plugin;
}
