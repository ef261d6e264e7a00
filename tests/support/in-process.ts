import { bodyLimit, bodyTooLarge, NoResponse, type Sender } from '../../conformance/engine/http/send.js';
import { splitQuery } from '../../conformance/engine/http/split-query.js';
import { type Handler, withLowerCaseNames } from './serve.js';

/** Creates a sender that calls a handler without sockets. */
export function inProcess(handler: Handler): Sender {
  return {
    async send({ method, target, headers, body }) {
      const [path, search = ''] = splitQuery(target);
      const request = { method, path, query: new URLSearchParams(search), headers, body: body ?? '' };
      const response = await (async () => handler(request))().catch((error: Error) => {
        throw new NoResponse(`the server broke: ${error.message}`);
      });
      if (response.body.length > bodyLimit) throw bodyTooLarge(response.status);
      return { ...response, headers: withLowerCaseNames(response.headers) };
    },
    close: () => undefined,
  };
}
