import { isAllowed } from '../control/guard.js';
import type { Fixtures } from '../fixtures.js';
import type { Access } from '../front/control-section.js';
import type { FrontPage } from '../front/front-page.js';
import { jsonType } from '../http/envelope.js';
import type { Handler } from '../http/exchange.js';
import type { Settings } from '../settings/settings.js';
import type { Client } from '../types.js';

interface FrontParts {
  readonly settings: Settings;
  readonly scenario: string;
  readonly now: () => string;
  readonly fixtures: (client: Client) => Promise<Fixtures>;
}

/** Serves the front page. Shows the test keys to callers on this machine only. */
export function front({ settings, scenario, now, fixtures }: FrontParts): Handler {
  return async ({ request }) => {
    // Imported on first use, since most mocks never serve it.
    const { frontPage, frontPageHeaders } = await import('../front/front-page.js');
    // Such callers may also use the control plane without a token.
    const isOwn = isAllowed(request, null);
    const page: FrontPage = {
      now: now(),
      keys: isOwn && settings.hasTestKeys ? settings.keys : null,
      keysHiddenReason: settings.hasTestKeys
        ? 'The test keys are shown only in a browser on the machine that runs the mock.'
        : 'This mock uses configured API keys, which are not shown.',
      control: { access: accessOf(settings, isOwn), scenario, scenarios: settings.scenarios },
      fixtures: await fixtures(request.client),
    };
    return { status: 200, headers: { ...frontPageHeaders }, body: frontPage(page) };
  };
}

/** @param isOwn whether the caller is on this machine */
function accessOf({ isControlled, controlToken }: Settings, isOwn: boolean): Access {
  if (!isControlled) return { kind: 'off', reason: 'The mock was started with --no-control.' };
  if (controlToken !== null) return { kind: 'token' };
  if (isOwn) return { kind: 'open' };
  return {
    kind: 'off',
    reason:
      'The mock can be controlled only in a browser on the machine that runs it, unless it is started with --control-token.',
  };
}

/** Serves the OpenAPI document. */
export function document(format: 'yaml' | 'json'): Handler {
  return async () => {
    const { documentText } = await import('../front/document-text.js');
    const type = format === 'json' ? jsonType : 'application/yaml; charset=utf-8';
    return { status: 200, headers: { 'Content-Type': type }, body: await documentText(`openapi.${format}`) };
  };
}
