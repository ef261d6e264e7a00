// The controls of the mock's front page, and its journal.

import { callControl, useSession } from './control-plane.js';
import { all, type Card, cardOf } from './dom.js';
import { setUpFaults } from './faults.js';
import { setUpJournal } from './journal.js';

interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
}

/** Milliseconds between two reads of the journal. */
const pollMs = 2000;

/**
 * @param onData called when the mock serves other data
 * @returns a function that shows what a request changed: faults and journal
 */
export function setUpControls(onData: () => Promise<void>): () => Promise<void> {
  const cards = ['state', 'faults', 'session', 'bill', 'journal'].map(cardOf);
  if (cards.some((card) => card === null)) return async () => {};
  const [state, faults, session, bill, journal] = cards as [Card, Card, Card, Card, Card];
  // Collapsed where the operations would be far below.
  if (matchMedia('(width < 64rem)').matches)
    for (const card of all('[data-card]')) card.removeAttribute('open');
  const showFaults = setUpFaults(faults);
  const readJournal = setUpJournal(journal);
  const showChanges = async () => {
    await showFaults();
    await readJournal();
  };
  const clock = setUpState(state, async () => {
    // Their messages are about the data before.
    for (const card of [faults, bill]) await card.act(async () => {});
    await onData();
    await showChanges();
  });
  const refresh = async () => {
    clock(await callControl('clock'));
    await showChanges();
  };
  setUpSession(session, async () => {
    await onData();
    state.field<HTMLSelectElement>('scenario').value = (await callControl('scenario')).scenario;
    await refresh();
  });
  setUpBill(bill, async (scenario, now) => {
    const select = state.field<HTMLSelectElement>('scenario');
    if (![...select.options].some(({ value }) => value === scenario)) select.add(new Option(scenario));
    select.value = scenario;
    clock(now);
    await onData();
  });
  void journal.act(refresh);
  const live = journal.field('live');
  setInterval(() => {
    if (live.checked && document.visibilityState === 'visible') {
      void journal.act(async () => {
        if (await readJournal()) await refresh();
      });
    }
  }, pollMs);
  return () => journal.act(showChanges);
}

/** @returns a function that shows the state of the clock */
function setUpState(card: Card, onData: () => Promise<void>): (state: ClockState) => void {
  const [time] = all<HTMLTimeElement>('time', card.root) as [HTMLTimeElement];
  const frozen = card.field('frozen');
  const scenario = card.field<HTMLSelectElement>('scenario');
  let shown: ClockState | null = null;
  let readAt = 0;
  const tick = () => {
    if (!shown) return;
    const passed = shown.frozen ? 0 : performance.now() - readAt;
    time.textContent = `${new Date(Date.parse(shown.now) + passed).toISOString().slice(0, 19)}Z`;
  };
  const show = (state: ClockState) => {
    shown = state;
    readAt = performance.now();
    frozen.checked = state.frozen;
    tick();
  };
  setInterval(tick, 1000);
  const put = async (change: object) => {
    show(await callControl('clock', 'PUT', change));
    return `The clock is at ${shown?.now.slice(0, 19)}Z.`;
  };
  const restart = async (path: string, method: string, body?: object) => {
    const result = await callControl(path, method, body).finally(async () => {
      scenario.value = (await callControl('scenario')).scenario;
    });
    show(result.clock);
    card.field('now').value = '';
    await onData();
    return `${result.scenario}. The clock is at ${result.clock.now.slice(0, 19)}Z.`;
  };
  all<HTMLFormElement>('form', card.root)[0]?.addEventListener('submit', (event) => {
    event.preventDefault();
    void card.act(() => put({ now: card.field('now').value.trim() }));
  });
  card.field('advance').addEventListener('click', () => {
    void card.act(() => put({ advance: card.field<HTMLSelectElement>('step').value }));
  });
  frozen.addEventListener('change', () => void card.act(() => put({ frozen: frozen.checked })));
  scenario.addEventListener('change', () => {
    const name = scenario.value;
    void card.act(async () => `Serving scenario ${await restart('scenario', 'PUT', { scenario: name })}`);
  });
  card.field('reset').addEventListener('click', () => {
    void card.act(async () => `Reset to scenario ${await restart('reset', 'POST')}`);
  });
  return show;
}

function setUpSession(card: Card, onChange: () => Promise<void>): void {
  const [form, names] = [...all('form', card.root), ...all('datalist', card.root)] as [
    HTMLElement,
    HTMLElement,
  ];
  const input = card.field('session');
  input.addEventListener('focus', async () => {
    const { sessions } = await callControl('sessions').catch(() => ({ sessions: [] }));
    names.replaceChildren(...sessions.map((name: string) => new Option(name, name)));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void card.act(async () => {
      const name = input.value.trim();
      useSession(name);
      try {
        await callControl('clock');
      } catch (error) {
        useSession('');
        throw error;
      }
      await onChange();
      return name === '' ? 'Using the shared dataset.' : `Using session ${name}.`;
    });
  });
}

function setUpBill(card: Card, onBill: (scenario: string, clock: ClockState) => Promise<void>): void {
  const input = card.field('bill');
  const send = (file: File | undefined) => {
    if (!file) return;
    void card.act(async () => {
      const most = Number(input.dataset.max);
      if (file.size > most) {
        throw new Error(
          `${file.name} is larger than ${most / 1024 / 1024} MiB. Start the mock with it: npx cloud-cost-contract mock --data FILE`,
        );
      }
      void card.act(async () => `Reading ${file.name}…`);
      const { scenario, clock, data } = await callControl('data', 'PUT', file);
      await onBill(scenario, clock);
      const notes = data.notes.map((note: string) => ` ${note}`).join('');
      return `Serving ${file.name}: ${data.rows} rows, ${data.period.start} to ${data.period.end}.${notes}`;
    });
  };
  input.addEventListener('change', () => {
    send(input.files?.[0]);
    // Choosing the same file again is a change.
    input.value = '';
  });
  card.root.addEventListener('dragover', (event) => {
    event.preventDefault();
    card.root.classList.add('over');
  });
  for (const name of ['dragleave', 'drop']) {
    card.root.addEventListener(name, () => card.root.classList.remove('over'));
  }
  card.root.addEventListener('drop', (event) => {
    event.preventDefault();
    send(event.dataTransfer?.files[0]);
  });
}
