import { bodyLimit, largerThanRead, NoResponse, type Sender } from '../../conformance/http/send.js';
import { splitQuery } from '../../conformance/http/split-query.js';
import type { Handler } from './serve.js';

/** Carries requests straight to a handler, so that many servers can be judged in a moment. */
export function inProcess(handler: Handler): Sender {
  return {
    async send({ method, target, headers, body }) {
      const [path, search = ''] = splitQuery(target);
      const request = { method, path, query: new URLSearchParams(search), headers, body: body ?? '' };
      const answer = await (async () => handler(request))().catch((error: Error) => {
        throw new NoResponse(`the server broke: ${error.message}`);
      });
      if (answer.body.length > bodyLimit) throw largerThanRead(answer.status);
      return {
        ...answer,
        headers: Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
        ),
      };
    },
    close: () => undefined,
  };
}
