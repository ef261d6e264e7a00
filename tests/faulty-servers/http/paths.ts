import { changedHeaders, refuses } from '../changes.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const quote = 'GET /commitments/renewal-quote/*';

const independent = onIndependent({
  'paths.encoded-id-is-found': {
    'a percent-encoded id is not decoded': also(
      refuses(quote, 404, ({ path }) => /%2f/i.test(path)),
      'paths.lower-case-encoding-is-the-same',
      'renewals.every-kind-has-a-quote',
    ),
  },
  'paths.lower-case-encoding-is-the-same': {
    'lower-case percent-encoding is not decoded': refuses(quote, 404, ({ path }) => /%2f/.test(path)),
  },
});

const mock = onMock({
  'paths.encoded-id-is-found': {
    'a slash in the id of a commitment ends the route of its details': refuses(
      'GET /commitments/detail/*',
      404,
      ({ path }) => /%2f/i.test(path),
    ),
  },
  'paths.deprecated-read-is-marked': {
    'the Deprecation header has its old form': changedHeaders('GET /commitments/coverage', {
      deprecation: 'true',
    }),
  },
});

export const pathServers = [...independent, ...mock];
