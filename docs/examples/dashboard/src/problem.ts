import { ApiError } from 'cloud-cost-contract';
import { find } from './html.js';

/** The banner that tells of a failed request. */
export interface Problem {
  report(error: unknown): void;
  clear(): void;
  onRetry(retry: () => void): void;
}

export function createProblem(): Problem {
  const banner = find(document, '#problem');
  const text = find(banner, 'p');
  const clear = () => {
    banner.hidden = true;
    text.replaceChildren();
  };
  return {
    clear,
    report(error) {
      // Panels ask at once, so one cause fails many of them; the first tells it.
      if (!banner.hidden) return;
      text.replaceChildren(...describe(error));
      banner.hidden = false;
    },
    onRetry(retry) {
      find(banner, 'button').addEventListener('click', () => {
        clear();
        retry();
      });
    },
  };
}

/** The envelope's code, which is what to look up, then its message. */
function describe(error: unknown): Node[] {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const code = document.createElement('code');
  code.textContent = error instanceof ApiError ? error.code : name;
  const id = error instanceof ApiError && error.requestId ? ` (request ${error.requestId})` : '';
  return [code, new Text(` ${message}${id}`)];
}
