import { onContentUpdated } from 'vitepress';
import { onMounted, onUnmounted } from 'vue';

/** Opens the collapsed parts that the fragment of the address is in, on each page and at each link to the same page. */
export function revealTargets(): void {
  onContentUpdated(reveal);
  // The router scrolls right after this event.
  onMounted(() => window.addEventListener('hashchange', reveal));
  onUnmounted(() => window.removeEventListener('hashchange', reveal));
}

function reveal(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target?.closest('details'); part; part = part.parentElement?.closest('details')) {
    part.open = true;
  }
}
