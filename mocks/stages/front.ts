import { jsonType } from '../envelope.js';
import type { Handler } from '../exchange.js';
import type { Fixtures } from '../fixtures.js';
import type { FrontPage } from '../front/front-page.js';
import { isOwnCaller } from '../front/own-caller.js';
import type { Settings } from '../settings.js';
import type { Client } from '../types.js';

interface FrontParts {
  readonly settings: Settings;
  readonly scenario: string;
  readonly now: () => string;
  readonly fixtures: (client: Client) => Promise<Fixtures>;
}

/** Serves the page that says what this server is. Its keys are for callers on this machine only. */
export function front({ settings, scenario, now, fixtures }: FrontParts): Handler {
  return async ({ request }) => {
    // Only here, as most mocks never show it.
    const { frontPage, frontPageHeaders } = await import('../front/front-page.js');
    const isOwn = isOwnCaller(request);
    const page: FrontPage = {
      scenario,
      now: now(),
      keys: isOwn && settings.hasTestKeys ? settings.keys : null,
      whyNoKeys: settings.hasTestKeys
        ? 'Keys are shown on the machine where the mock runs, to a browser that opens this address itself.'
        : 'This mock was started with API keys of its own, which are not shown.',
      hasControl: isOwn && settings.isControlled && settings.controlToken === null,
      fixtures: await fixtures(request.client),
    };
    return { status: 200, headers: { ...frontPageHeaders }, body: frontPage(page) };
  };
}

/** Serves the OpenAPI document. */
export function document(format: 'yaml' | 'json'): Handler {
  return async () => {
    const { documentText } = await import('../front/document-text.js');
    const type = format === 'json' ? jsonType : 'application/yaml; charset=utf-8';
    return { status: 200, headers: { 'Content-Type': type }, body: await documentText(format) };
  };
}
