/** On a phone the list of pages is folded; elsewhere the present page is scrolled into it. */
export function setUpNavigation(): void {
  const all = document.querySelector<HTMLDetailsElement>('.side .all');
  if (!all) return;
  if (matchMedia('(max-width: 56rem)').matches) all.open = false;
  else all.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  openTarget();
  addEventListener('hashchange', openTarget);
}

/** Opens what hides the element that the address names. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  for (let at = target.parentElement; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  target.scrollIntoView();
}
