/** The list of pages is folded on a phone only; elsewhere the present page is scrolled into it. */
export function setUpNavigation(): void {
  const all = document.querySelector<HTMLDetailsElement>('.side .all');
  if (!all) return;
  const side = all.parentElement as HTMLElement;
  const current = all.querySelector<HTMLElement>('[aria-current]');
  all.open = !matchMedia('(max-width: 56rem)').matches;
  // Not scrollIntoView, which would move the page as well.
  if (all.open && current) side.scrollTop = current.offsetTop - side.offsetTop - side.clientHeight / 2;
  openTarget();
  addEventListener('hashchange', openTarget);
}

/** Opens what hides the element that the address names. */
function openTarget(): void {
  const target = document.querySelector(':target');
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  for (let at = target.parentElement; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  target.scrollIntoView();
}
