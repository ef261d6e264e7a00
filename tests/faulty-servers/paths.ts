import { changedHeaders, refuses } from './changes.js';
import { also, onIndependent, onMock } from './faulty-server.js';

const quote = 'GET /commitments/renewal-quote/*';

const independent = onIndependent({
  'paths.encoded-id-is-found': {
    'an encoded id is not decoded': also(
      refuses(quote, 404, ({ path }) => /%2f/i.test(path)),
      'paths.lower-case-encoding-is-the-same',
    ),
  },
  'paths.lower-case-encoding-is-the-same': {
    'only upper-case encodings are decoded': refuses(quote, 404, ({ path }) => /%2f/.test(path)),
  },
});

const mock = onMock({
  'paths.deprecated-read-is-marked': {
    'the deprecated read says so in the old form': changedHeaders('GET /commitments/coverage', {
      deprecation: 'true',
    }),
  },
});

export const pathServers = [...independent, ...mock];
