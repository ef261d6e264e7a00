// What the page of a report does beyond being read: filtering, and copying. Without it all is there.

const find = <T extends HTMLElement>(selector: string): T[] => [...document.querySelectorAll<T>(selector)];

const [search] = find<HTMLInputElement>('#search');
const [choice] = find<HTMLSelectElement>('#operation');
const [shown] = find('#shown');
const items = find('[data-item]').map((element) => ({
  element,
  text: `${element.textContent} ${element.dataset.operations}`.toLowerCase(),
  operations: element.dataset.operations?.split(' ') ?? [],
}));
/** Parts that were folded before a filter unfolded them. */
const unfolded = new Set<HTMLDetailsElement>();

/** Hides what does not fit; the style hides parts without items left. */
function filter(): void {
  const words = (search?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const operation = choice?.value ?? '';
  const isActive = words.length > 0 || operation !== '';
  for (const { element, text, operations } of items) {
    const isOfOperation = operation === '' || operations.includes(operation);
    element.hidden = !(isOfOperation && words.every((word) => text.includes(word)));
  }
  for (const part of find<HTMLDetailsElement>('details[data-part]')) {
    const isFound = isActive && part.querySelector('[data-item]:not([hidden])') !== null;
    if (isFound && !part.open) unfolded.add(part);
    if (isFound) part.open = true;
    else if (unfolded.delete(part)) part.open = false;
  }
  const left = items.filter(({ element }) => !element.hidden).length;
  if (shown) shown.textContent = isActive ? `${left} of ${items.length} shown` : '';
}

async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset.copies ?? '');
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(source?.textContent ?? '');
  } catch {
    // A page from a disk may not reach the clipboard: what is selected can still be copied.
    if (source) getSelection()?.selectAllChildren(source);
    isCopied = document.execCommand('copy');
  }
  button.textContent = isCopied ? 'Copied' : 'Selected: press Ctrl-C';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}

/** The target of a link may be in a part that is folded. */
function showTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part: Element | null = target; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  target?.scrollIntoView();
}

for (const element of find('[data-script]')) element.hidden = false;
search?.addEventListener('input', filter);
choice?.addEventListener('change', filter);
addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key === 'Escape' && search && target === search) {
    search.value = '';
    filter();
  }
  if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof Element && target.matches('input, select')) return;
  event.preventDefault();
  search?.focus();
});
addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-copies]');
  if (button) void copy(button);
});
addEventListener('hashchange', showTarget);
showTarget();
// A form that the browser filled in again after a reload.
filter();
