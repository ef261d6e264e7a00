import { type CurlRequest, curlRequests } from './curl.js';
import { type Block, blocksOf } from './pages.js';

/** What a page sends or names. */
export interface PageRequests {
  /** Requests of `curl` commands, with the response that the page shows below their block. */
  readonly sent: readonly (CurlRequest & { readonly shown: string })[];
  /** All other requests in the text and its programs: method, or null, and target. */
  readonly named: readonly { readonly method: string | null; readonly target: string }[];
  /** Events that the page sends, by `curl` or `emit`. */
  readonly events: readonly { readonly type: string; readonly event: unknown }[];
}

const isOfMock = ({ url }: CurlRequest) => /\/(api\/v1|__mock)(\/|$)/.test(url);

/** @param text of a page in Markdown */
export function requestsIn(text: string): PageRequests {
  const blocks = blocksOf(text);
  const shell = blocks.filter(({ language }) => language === 'sh');
  const sent = shell.flatMap((block) =>
    curlRequests(block.code)
      .filter(isOfMock)
      .map((request) => ({ ...request, shown: shownBelow(block, blocks) })),
  );
  const rest = shell.reduce((left, { code }) => left.replace(code, ''), text);
  const named = [
    ...rest.matchAll(
      /(?:\b(?<method>GET|POST|PUT|PATCH|DELETE)\W{1,3})?(?<target>\/api\/v1\/[^\s'"`|>)\\;]+)/g,
    ),
  ].map(({ groups }) => ({ method: groups?.method ?? null, target: groups?.target ?? '' }));
  return { sent, named, events: [...sent.filter(isEvent).map(eventOf), ...emittedIn(text)] };
}

function shownBelow(block: Block, blocks: readonly Block[]): string {
  const next = blocks[blocks.indexOf(block) + 1];
  return next?.isNext ? next.code : '';
}

/** Whether a request makes the mock send an event. */
export function isEvent({ method, url }: CurlRequest): boolean {
  return method === 'POST' && url.endsWith('/__mock/events');
}

const eventOf = ({ body }: CurlRequest) => JSON.parse(body ?? '');

function emittedIn(text: string): { type: string; event: unknown }[] {
  return [...text.matchAll(/\.emit\('([^']+)', (\{[^}]*\})\)/g)].map(([, type = '', literal]) => ({
    type,
    event: Function(`return ${literal}`)(),
  }));
}
