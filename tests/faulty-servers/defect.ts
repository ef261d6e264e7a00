import { NoAnswer } from '../../conformance/http/send.js';
import type { Handler, TestAnswer, TestRequest } from '../support/serve.js';

/** A server that is wrong in one way. */
export interface Defect {
  /** What is wrong with it, as one sentence. */
  readonly name: string;
  /** The check that has to find it. */
  readonly kills: string;
  /** Checks that cannot but find it too, because it breaks what they claim as well. */
  readonly also?: readonly string[];
  /** The server it is put around: the small independent one, or the mock where that shows more. */
  readonly base?: 'independent' | 'mock';
  /** Puts what is wrong around a server that keeps the contract. */
  readonly wrap: (right: Handler) => Handler;
}

/**
 * What a defect is called in commands and files: its name in lower case, with hyphens.
 *
 * @public used by scripts/serve-defect.mjs
 */
export function idOf({ name }: Pick<Defect, 'name'>): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * The same server, telling when it breaks: a defect that does is wrong in another way than its name says. To
 * give no answer is what is wrong with some.
 */
export function onBreak(handler: Handler, tell: (error: unknown) => void): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof NoAnswer)) tell(error);
      throw error;
    }
  };
}

/** Which requests a defect is about: a method and a path below `/api/v1`, a `*` for one segment. */
export type Where = `${'GET' | 'PUT' | 'POST' | 'DELETE' | '*'} ${string}`;

export function matches(where: Where, { method, path }: TestRequest): boolean {
  const [wanted, pattern = ''] = where.split(' ', 2);
  if (wanted !== '*' && wanted !== method) return false;
  if (pattern === '**') return true;
  const source = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^/api/v1${source.join('[^/]+')}$`).test(path);
}

/** Changes every answer to some requests. */
export function answers(
  where: Where,
  change: (answer: TestAnswer, request: TestRequest) => TestAnswer | Promise<TestAnswer>,
): Defect['wrap'] {
  return (right) => async (request) => {
    const answer = await right(request);
    return matches(where, request) ? change(answer, request) : answer;
  };
}

/** Changes the body of successes; `change` may change its argument in place. */
export function successes(
  where: Where,
  change: (body: any, request: TestRequest) => unknown,
): Defect['wrap'] {
  return answers(where, (answer, request) =>
    answer.status < 300 ? withBody(answer, change, request) : answer,
  );
}

/** Changes the data of successes in place. */
export function dataOf(where: Where, change: (data: any, request: TestRequest) => void): Defect['wrap'] {
  return successes(where, (body, request) => {
    change(body.data, request);
  });
}

/** Defects that show on the mock, in what this contract proposes or the small server does not hold. */
export function onMock(defects: readonly Omit<Defect, 'base'>[]): readonly Defect[] {
  return defects.map((defect) => ({ ...defect, base: 'mock' }));
}

/** Changes the body of failures of one status, or of all. */
export function failures(
  change: (body: any, request: TestRequest) => unknown,
  status?: number,
): Defect['wrap'] {
  return answers('* **', (answer, request) =>
    answer.status >= 400 && (status === undefined || answer.status === status)
      ? withBody(answer, change, request)
      : answer,
  );
}

/** Changes some requests before the server sees them. */
export function requests(where: Where, change: (request: TestRequest) => TestRequest): Defect['wrap'] {
  return (right) => (request) => right(matches(where, request) ? change(request) : request);
}

/** Checks a parameter, and then takes no notice of some of its values. */
export function ignored(where: Where, name: string, ...values: readonly string[]): Defect['wrap'] {
  return requests(where, (request) =>
    values.includes(request.query.get(name) ?? '')
      ? withQuery(request, (query) => query.delete(name))
      : request,
  );
}

/** Turns an answer into a failure of another kind. */
export function refusal(status: number, code: string): TestAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      success: false,
      error: { code, message: 'No.', details: null },
      timestamp: '2026-06-15T12:00:00Z',
    }),
  };
}

export function withQuery(request: TestRequest, change: (query: URLSearchParams) => void): TestRequest {
  const query = new URLSearchParams(request.query);
  change(query);
  return { ...request, query };
}

function withBody(
  answer: TestAnswer,
  change: (body: any, request: TestRequest) => unknown,
  request: TestRequest,
): TestAnswer {
  const body = JSON.parse(answer.body);
  return { ...answer, body: JSON.stringify(change(body, request) ?? body) };
}
