// Adds filters and copy buttons to the HTML report, which is complete without them.

import { fragmentOf } from '../../../../../src/text/fragment-of.js';

const find = <T extends HTMLElement>(selector: string): T[] => [...document.querySelectorAll<T>(selector)];

const [search] = find<HTMLInputElement>('#search');
const choices = find<HTMLSelectElement>('[data-filter]');
const [shown] = find('#shown');
const items = find('[data-item]').map((element) => ({
  element,
  text: `${element.textContent} ${element.dataset.operation}`.toLowerCase(),
}));
/** Sections that a filter has opened. */
const openedByFilter = new Set<HTMLDetailsElement>();

/** Hides the items that do not match. The style sheet hides sections without visible items. */
function filter(): void {
  const words = (search?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = choices.filter(({ value }) => value !== '');
  const isActive = words.length + chosen.length > 0;
  for (const { element, text } of items) {
    const isChosen = chosen.every(({ id, value }) => element.dataset[id]?.split(' ').includes(value));
    element.hidden = !(isChosen && words.every((word) => text.includes(word)));
  }
  for (const part of find<HTMLDetailsElement>('details[data-part]')) {
    const isFound = isActive && part.querySelector('[data-item]:not([hidden])') !== null;
    if (isFound && !part.open) openedByFilter.add(part);
    if (isFound) part.open = true;
    else if (openedByFilter.delete(part)) part.open = false;
  }
  const visible = items.filter(({ element }) => !element.hidden).length;
  if (shown) shown.textContent = isActive ? `${visible} of ${items.length} shown` : '';
}

async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset.copies ?? '');
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(source?.textContent ?? '');
  } catch {
    // The Clipboard API may be unavailable to a page from a file; a selection can still be copied.
    if (source) getSelection()?.selectAllChildren(source);
    isCopied = document.execCommand('copy');
  }
  button.textContent = isCopied ? 'Copied' : 'Selected: press Ctrl-C';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}

/** Opens the collapsed sections that contain the target of a link. */
function showTarget(): void {
  const target = document.getElementById(fragmentOf(location));
  for (let part: Element | null = target; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  target?.scrollIntoView();
}

for (const element of find('[data-script]')) element.hidden = false;
search?.addEventListener('input', filter);
for (const choice of choices) choice.addEventListener('change', filter);
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
// The browser may have restored the form after a reload.
filter();
