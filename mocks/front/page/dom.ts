/** Returns the elements that match a selector. */
export const all = <T extends HTMLElement>(selector: string, within: ParentNode = document): T[] => [
  ...within.querySelectorAll<T>(selector),
];

/** A part of the page that controls the mock. */
export interface Card {
  readonly root: HTMLElement;
  /** Returns the field or button of a name. */
  field<T extends HTMLElement = HTMLInputElement>(name: string): T;
  /** Runs a call, and shows the text that it returns, or its error. */
  act(run: () => Promise<string>): Promise<void>;
}

/** Returns a part of the page; null if this caller must not control the mock. */
export function cardOf(id: string): Card | null {
  const [root] = all(`[data-card=${id}]`);
  if (!root) return null;
  const [status] = all('.status', root) as [HTMLElement];
  const show = (text: string, isError: boolean) => {
    status.textContent = text;
    status.classList.toggle('failed', isError);
  };
  return {
    root,
    field: (name) => all(`[name=${name}]`, root)[0] as never,
    async act(run) {
      try {
        show(await run(), false);
      } catch (error) {
        show(error instanceof Error ? error.message : String(error), true);
      }
    },
  };
}

/** Creates an element with text. */
export function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}
