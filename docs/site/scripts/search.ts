import { loadScript } from './load-script.js';
import { type SearchEntry, search } from './rank.js';

/** A dialog that searches operations, fields, guides and checks; opened by its button, `/` or Ctrl-K. */
export function setUpSearch(): void {
  const opener = document.querySelector<HTMLButtonElement>('.search-open');
  if (!opener) return;
  const root = document.documentElement.dataset.root ?? './';

  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML = `<input type="search" placeholder="Operation, field, guide or check" spellcheck="false" autocomplete="off"
    role="combobox" aria-expanded="true" aria-controls="search-results" aria-label="Search for an operation, field, guide or check">
    <p class="found" role="status"></p><div id="search-results" role="listbox" aria-label="Results"></div>`;
  document.body.append(dialog);
  const input = dialog.querySelector('input') as HTMLInputElement;
  const list = dialog.querySelector('[role="listbox"]') as HTMLElement;
  const found = dialog.querySelector('.found') as HTMLElement;
  let chosen = 0;

  const choose = (index: number) => {
    const options = [...list.children];
    chosen = Math.max(0, Math.min(index, options.length - 1));
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === chosen));
    options[chosen]?.scrollIntoView({ block: 'nearest' });
    if (options.length > 0) input.setAttribute('aria-activedescendant', `result-${chosen}`);
    else input.removeAttribute('aria-activedescendant');
  };

  const show = () => {
    const index = (globalThis as { searchIndex?: readonly SearchEntry[] }).searchIndex ?? [];
    const all = search(index, input.value);
    const results = all.slice(0, 30);
    list.replaceChildren(...results.map((entry, at) => option(entry, at, root)));
    const asked = input.value.trim() !== '';
    found.textContent = asked
      ? results.length === 0
        ? 'Nothing is called that.'
        : results.length < all.length
          ? `The first ${results.length} of ${all.length}`
          : `${all.length} found`
      : '';
    choose(0);
  };

  const open = async () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    await loadScript(`${root}assets/search-index.js`);
    show();
  };

  opener.addEventListener('click', open);
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') (list.children[chosen] as HTMLElement | undefined)?.click();
    else return;
    event.preventDefault();
  });
  // A link to the page one is on loads nothing, so the dialog would stay.
  list.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest?.('input, textarea, select');
    const asked = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!asked || event.altKey) return;
    event.preventDefault();
    void open();
  });
}

/** A link and an option at once: an option may hold no link. */
function option([kind, title, path, text]: SearchEntry, at: number, root: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.id = `result-${at}`;
  link.role = 'option';
  link.href = `${root}${path}`;
  link.tabIndex = -1;
  const parts = [
    ['kind', kind],
    ['title', title],
    ['text', text],
  ] as const;
  for (const [name, content] of parts) {
    const part = document.createElement('span');
    part.className = name;
    part.textContent = content;
    link.append(part, ' ');
  }
  return link;
}
