import { highlight } from '../../../scripts/lib/docs/highlight.mjs';
import { makeUuid } from '../../../src/client/middleware/make-uuid.js';
import { type Call, callOf, curlOf, type Field, programOf } from './call.js';
import { type InPage, mockInPage } from './in-page.js';
import { loadScript } from './load-script.js';
import { rememberSettings } from './remember-settings.js';
import { clearAnswer, showAnswer, showProblem } from './show-answer.js';

const localAddress = 'http://127.0.0.1:4010';
const keys = ['ccc_test_caller', 'ccc_test_stranger', 'ccc_test_reader'];

for (const form of document.querySelectorAll<HTMLFormElement>('.try form')) setUp(form);

function setUp(form: HTMLFormElement): void {
  const { operation = '', method = '', path = '', client = '' } = form.dataset;
  const root = document.documentElement.dataset.root ?? './';
  const named = <E = HTMLInputElement>(name: string) => form.elements.namedItem(name) as unknown as E;
  const progress = form.querySelector('.progress') as HTMLElement;
  const answer = form.querySelector('.answer') as HTMLElement;
  const same = form.querySelector('.same code') as HTMLElement;
  const scenario = named<HTMLSelectElement>('scenario');
  const now = named('now');
  const mockKey = named<HTMLSelectElement>('mock-key');

  mockKey.append(...keys.map((key) => new Option(key.endsWith('reader') ? `${key} (read-only)` : key, key)));
  mockKey.append(new Option('none', ''));

  let mock: InPage | null = null;
  /** The mock as the settings ask for it; another when they have changed. */
  const ready = async (): Promise<InPage> => {
    if (mock) return mock;
    progress.textContent = 'Starting the mock…';
    await loadScript(`${root}assets/mock.js`);
    mock = await mockInPage(scenario.value, now.value);
    fill(await mock.idsFor(operation));
    return mock;
  };
  const restart = () => {
    mock = null;
  };

  /** Replaces what was filled in for the last mock, and leaves what the reader wrote. */
  let filled: Readonly<Record<string, string>> = Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('[name^="path:"]')].map(({ name, value }) => [name, value]),
  );
  const fill = (ids: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(ids)) {
      const input = named(name);
      if (input && (input.value === '' || input.value === filled[name])) input.value = value;
    }
    filled = { ...filled, ...ids };
    draw();
  };

  const isMock = () => named<RadioNodeList>('target').value === 'mock';
  const baseUrl = () => (isMock() ? localAddress : named('base-url').value.replace(/\/+$/, ''));
  const bodyText = () => named<HTMLTextAreaElement>('body')?.value ?? null;
  const call = (): Call => {
    const prefer = named<HTMLSelectElement>('answer').value;
    const fields = fieldsOf(form);
    return callOf(
      method,
      path,
      isMock() && prefer ? [...fields, { place: 'header', name: 'Prefer', values: [prefer] }] : fields,
      bodyText(),
    );
  };
  const draw = () => {
    const base = baseUrl() || 'https://api.example.com';
    const language = named<RadioNodeList>('language').value;
    // The reader's own key is shown nowhere.
    const publicKey = isMock() ? mockKey.value : undefined;
    const code =
      language === 'ts'
        ? programOf(client, fieldsOf(form), bodyText(), base, publicKey)
        : curlOf(call(), base, publicKey);
    same.className = language;
    // Escaped by the highlighter.
    same.innerHTML = String(highlight(code, language));
    for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
      part.hidden = part.dataset.for !== named<RadioNodeList>('target').value;
    }
  };

  form.addEventListener('input', draw);
  // The mock is more than a megabyte to read, so it starts when somebody shows interest.
  form.addEventListener('focusin', () => void ready().then(() => settle(), settle), { once: true });
  const settle = () => {
    progress.textContent = '';
  };
  scenario.addEventListener('change', restart);
  now.addEventListener('change', restart);
  form.querySelector('[data-do="restart"]')?.addEventListener('click', async () => {
    restart();
    clearAnswer(answer);
    await start(async () => {
      await ready();
      progress.textContent = 'The mock is as it was at first.';
    });
  });
  form.querySelector('[data-do="make-key"]')?.addEventListener('click', () => {
    named('header:Idempotency-Key').value = makeUuid();
    draw();
  });
  const bodies = form.querySelector('.bodies');
  named<HTMLSelectElement>('body-example')?.addEventListener('change', (event) => {
    const name = (event.target as HTMLSelectElement).value;
    const body = named<HTMLTextAreaElement>('body');
    body.value = JSON.stringify(known(bodies)[name], null, 2);
    draw();
  });

  const start = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      progress.textContent = '';
      showProblem(answer, error instanceof Error ? error.message : String(error));
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void start(async () => {
      const base = baseUrl();
      if (!isMock()) refuse(base);
      const sender = isMock() ? await ready() : null;
      const key = sender ? mockKey.value : named('key').value;
      const { method, target, headers, body } = call();
      progress.textContent = 'Sending…';
      const before = performance.now();
      const init = {
        method,
        headers: { ...headers, ...(key ? { Authorization: `Bearer ${key}` } : {}) },
        body,
        redirect: 'manual' as const,
      };
      const response = sender
        ? await sender.fetch(target, init)
        : await fetch(base + target, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(
            () => {
              throw new Error(
                `No answer from ${base} that this page may read. Either nothing answers there, or the server does not allow this page’s origin, ${location.origin}: it must send Access-Control-Allow-Origin and allow the header Authorization (CORS). The curl line above tells which, as CORS does not bind it.`,
              );
            },
          );
      await showAnswer(answer, response, performance.now() - before);
      progress.textContent = '';
    });
  });

  rememberSettings(form, ['target', 'scenario', 'now', 'base-url', 'language']);
  draw();
}

/** @throws {Error} where the reader's own server cannot be called from this page, whatever it allows */
function refuse(base: string): void {
  if (!/^https?:\/\//.test(base)) {
    throw new Error('Give the base URL of your server with its scheme, such as https://api.example.com.');
  }
  const isLocal = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(base);
  if (location.protocol === 'https:' && base.startsWith('http:') && !isLocal) {
    throw new Error(
      'Browsers let no page that came over https call a server over plain http. Use https, or open this site from your machine.',
    );
  }
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].flatMap((element): Field[] => {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return [];
    const [, place, name] = /^(path|query|header):(.+)$/.exec(element.name) ?? [];
    if (!place || !name) return [];
    const values =
      element instanceof HTMLSelectElement
        ? [...element.selectedOptions].map(({ value }) => value)
        : 'list' in element.dataset
          ? element.value.split(',').map((value) => value.trim())
          : [element.value];
    const isList = 'list' in element.dataset || (element instanceof HTMLSelectElement && element.multiple);
    return [
      {
        place: place as Field['place'],
        name,
        values: values.filter((value) => value !== ''),
        isList,
        isNumber: 'number' in element.dataset,
      },
    ];
  });
}

function known(element: Element | null): Record<string, unknown> {
  return JSON.parse(element?.textContent ?? '{}');
}
