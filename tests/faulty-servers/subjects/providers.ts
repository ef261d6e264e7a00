import { changed } from '../changes.js';
import { withFirstTwice } from '../edited.js';
import { onIndependent } from '../faulty-server.js';

export const providerServers = onIndependent({
  'providers.list-is-a-bare-array': {
    'a paged list of providers': changed('GET /providers', '', (items) => ({ items })),
  },
  'providers.ids-are-unique': { 'a duplicate provider': changed('GET /providers', '', withFirstTwice) },
});
