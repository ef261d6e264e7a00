import { changed, matches, type Where } from '../changes.js';
import { also, type Change, onMock } from '../faulty-server.js';

/** Returns the response of the first resource for all of them. */
const returnsTheFirst =
  (where: Where): Change =>
  (server) => {
    let first: string | undefined;
    return async (request) => {
      const response = await server(request);
      if (!matches(where, request) || response.status >= 300 || request.query.size > 0) return response;
      first ??= response.body;
      return { ...response, body: first };
    };
  };

export const resourceServers = onMock({
  'resources.response-is-of-the-requested-one': {
    'the quote of the first commitment for all': also(
      returnsTheFirst('GET /commitments/renewal-quote/*'),
      'renewals.quote-is-of-the-commitment',
      'renewals.failed-lookup-has-a-message',
    ),
    'the costs of the first provider for all': also(
      changed('GET /providers/*/costs/summary', 'provider_id', 'provider_a'),
      'parameters.echo-matches-the-request',
    ),
  },
});
