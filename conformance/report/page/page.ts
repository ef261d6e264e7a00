// What the page of a report does beyond being read: filtering, and copying. Without it all is there.

const find = <T extends Element>(selector: string, within: ParentNode = document): T[] => [
  ...within.querySelectorAll<T>(selector),
];

const search = document.querySelector<HTMLInputElement>('#search');
const choice = document.querySelector<HTMLSelectElement>('#operation');
const told = document.querySelector<HTMLElement>('#shown');
const items = find<HTMLElement>('[data-item]').map((element) => ({
  element,
  text: `${element.textContent} ${element.dataset.operations ?? ''}`.toLowerCase(),
  operations: (element.dataset.operations ?? '').split(' '),
}));
/** Parts that were folded before a filter unfolded them. */
const unfolded = new Set<HTMLDetailsElement>();

function filter(): void {
  const words = (search?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const operation = choice?.value ?? '';
  const active = words.length > 0 || operation !== '';
  let shown = 0;
  for (const { element, text, operations } of items) {
    const fits =
      words.every((word) => text.includes(word)) && (operation === '' || operations.includes(operation));
    element.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const section of find<HTMLElement>('[data-section]')) {
    const left = find<HTMLElement>('[data-item]', section).some(({ hidden }) => !hidden);
    section.hidden = active && !left;
    if (section instanceof HTMLDetailsElement) fold(section, active && left);
  }
  for (const group of find<HTMLElement>('[data-group]')) {
    group.hidden = active && find<HTMLElement>('[data-item]', group).every(({ hidden }) => hidden);
  }
  if (told) told.textContent = active ? `${shown} of ${items.length} shown` : '';
}

function fold(section: HTMLDetailsElement, open: boolean): void {
  if (open && !section.open) {
    section.open = true;
    unfolded.add(section);
  } else if (!open && unfolded.delete(section)) section.open = false;
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const source = document.getElementById(button.dataset.copies ?? '');
  const text = source?.textContent ?? '';
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page from a disk may not reach the clipboard: what is selected can still be copied.
    if (source) getSelection()?.selectAllChildren(source);
    done = document.execCommand('copy');
  }
  const word = button.textContent;
  button.textContent = done ? 'Copied' : 'Selected: press Ctrl-C';
  setTimeout(() => {
    button.textContent = word;
  }, 1500);
}

/** What a link leads to may stand in a part that is folded. */
function showTarget(): void {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let part: Element | null = target; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  target.scrollIntoView();
}

for (const element of find<HTMLElement>('[data-script]')) element.hidden = false;
search?.addEventListener('input', filter);
choice?.addEventListener('change', filter);
addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.key === 'Escape' && target === search && search) {
    search.value = '';
    filter();
  }
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLElement && target.matches('input, select, textarea')) return;
  event.preventDefault();
  search?.focus();
});
addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-copies]');
  if (button) void copy(button);
});
addEventListener('hashchange', showTarget);
showTarget();
// A form that the browser filled in again after a reload.
filter();
