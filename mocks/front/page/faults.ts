import type { FaultRule } from '../../control/fault.js';
import type { CountedRule } from '../../control/fault-rules.js';
import { callControl } from './control-plane.js';
import { all, type Card, element } from './dom.js';

/** @returns a function that reads and shows the rules */
export function setUpFaults(card: Card): () => Promise<void> {
  const [form, list] = [...all('form', card.root), ...all('.rules', card.root)] as [HTMLElement, HTMLElement];
  const select = (name: string) => card.field<HTMLSelectElement>(name);
  let shown = '';

  const show = (rules: readonly CountedRule[]) => {
    // Replaced only if it differs, so that a button does not lose the focus.
    if (JSON.stringify(rules) === shown) return;
    shown = JSON.stringify(rules);
    list.replaceChildren(...rules.map((rule, index) => item(rule, () => remove(index))));
  };
  const put = async (change: (rules: readonly object[]) => readonly object[]) => {
    const { rules } = await callControl('faults');
    const own = rules.map(({ matched: _matched, injected: _injected, ...rule }: CountedRule) => rule);
    show((await callControl('faults', 'PUT', { rules: change(own) })).rules);
  };
  const remove = (removed: number) =>
    card.act(async () => {
      await put((rules) => rules.filter((_rule, index) => index !== removed));
      (all('button', list)[0] ?? select('operation')).focus();
      return 'Fault removed.';
    });

  const offerDocumented = () => {
    const { statuses } = select('operation').selectedOptions[0]?.dataset ?? {};
    for (const option of select('fault').options) {
      const { status } = JSON.parse(option.value);
      option.hidden = option.disabled = Boolean(
        status && statuses && !statuses.split(' ').includes(`${status}`),
      );
    }
    if (select('fault').selectedOptions[0]?.disabled) {
      const first = [...select('fault').options].find(({ disabled }) => !disabled);
      if (first) first.selected = true;
    }
  };
  select('operation').addEventListener('change', offerDocumented);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void card.act(async () => {
      const [fault, limit] = [JSON.parse(select('fault').value), JSON.parse(select('limit').value)];
      const rule = { operation: select('operation').value, ...fault, ...limit };
      await put((rules) => [...rules, rule]);
      return `Fault added: ${textOf({ ...rule })}.`;
    });
  });
  return async () => show((await callControl('faults')).rules);
}

function item(rule: CountedRule, remove: () => void): HTMLElement {
  const text = textOf(rule);
  const button = element('button', 'Remove', 'second') as HTMLButtonElement;
  button.type = 'button';
  button.setAttribute('aria-label', `Remove ${text}`);
  button.addEventListener('click', remove);
  const made = element('li', '');
  made.append(element('span', `${text}; applied to ${rule.injected} of ${rule.matched} requests`), button);
  return made;
}

/** The names of the form. */
const names: Readonly<Record<string, string>> = {
  latency: 'delay',
  drop: 'dropped connection',
  truncate: 'truncated body',
  malformed: 'malformed JSON',
};

function textOf(rule: FaultRule): string {
  const { operation, kind, nth, every, count } = rule;
  let requests = every === undefined ? '' : `, one in ${every} requests`;
  if (nth !== undefined) requests = nth === 1 ? ', only the first' : `, only request ${nth}`;
  const most = count === undefined ? '' : `, at most ${count}`;
  const what = rule.kind === 'status' ? rule.status : (names[kind] ?? kind);
  return `${operation === '*' ? 'every operation' : operation}: ${what}${requests}${most}`;
}
