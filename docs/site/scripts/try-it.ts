import { type Call, callOf, curlOf, type Field } from './call.js';
import { type InPage, mockInPage } from './in-page.js';
import { loadScript } from './load-script.js';
import { clearAnswer, showAnswer, showProblem } from './show-answer.js';

const localAddress = 'http://127.0.0.1:4010';
const keys = ['ccc_test_caller', 'ccc_test_stranger', 'ccc_test_reader'];

for (const form of document.querySelectorAll<HTMLFormElement>('.try form')) setUp(form);

function setUp(form: HTMLFormElement): void {
  const { operation = '', method = '', path = '' } = form.dataset;
  const root = document.documentElement.dataset.root ?? './';
  const named = <E = HTMLInputElement>(name: string) => form.elements.namedItem(name) as unknown as E;
  const progress = form.querySelector('.progress') as HTMLElement;
  const answer = form.querySelector('.answer') as HTMLElement;
  const curl = form.querySelector('.curl code') as HTMLElement;
  const scenario = named<HTMLSelectElement>('scenario');
  const now = named('now');
  const mockKey = named<HTMLSelectElement>('mock-key');

  mockKey.append(...keys.map((key) => new Option(key.endsWith('reader') ? `${key} (read-only)` : key, key)));
  mockKey.append(new Option('none', ''));
  form.hidden = false;

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
  const call = (): Call => {
    const body = named<HTMLTextAreaElement>('body')?.value ?? null;
    const prefer = named<HTMLSelectElement>('answer').value;
    const fields = fieldsOf(form);
    return callOf(
      method,
      path,
      isMock() && prefer ? [...fields, { place: 'header', name: 'Prefer', values: [prefer] }] : fields,
      body,
    );
  };
  const draw = () => {
    curl.textContent = curlOf(call(), baseUrl() || 'https://api.example.com');
    for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
      part.hidden = part.dataset.for !== named<RadioNodeList>('target').value;
    }
  };

  form.addEventListener('input', draw);
  // The mock is half a megabyte to read, so it starts when somebody shows interest.
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
    named('header:Idempotency-Key').value = uuid();
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
      if (!base) throw new Error('Give the base URL of your server, such as https://api.example.com.');
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
                `No answer from ${base}. It may be down, or it does not allow this page’s origin (CORS); the curl line works either way.`,
              );
            },
          );
      await showAnswer(answer, response, performance.now() - before);
      progress.textContent = '';
    });
  });

  draw();
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
    return [{ place: place as Field['place'], name, values: values.filter((value) => value !== '') }];
  });
}

function known(element: Element | null): Record<string, unknown> {
  return JSON.parse(element?.textContent ?? '{}');
}

/** `crypto.randomUUID` is missing where a page was opened from a disk or over plain HTTP. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
