import type { Client } from 'cloud-cost-contract';
import { element, find } from './html.js';

/** The choice of a provider. */
export interface ProviderChoice {
  /** The id that is chosen now. */
  chosen(): string;
  /** Fills the choice, and keeps what was chosen. */
  load(): Promise<void>;
  onChange(show: (providerId: string) => void): void;
}

export function chooseProvider(client: Client, onFailure: (error: unknown) => void): ProviderChoice {
  const select = find<HTMLSelectElement>(document, '#provider');
  const chosen = () => select.value;
  return {
    chosen,
    async load() {
      try {
        const before = chosen();
        const providers = await client.listProviders();
        select.replaceChildren(
          ...providers.map(({ provider_id: value, provider_name }) =>
            element('option', { value }, provider_name),
          ),
        );
        select.value = before;
      } catch (error) {
        onFailure(error);
      }
    },
    onChange(show) {
      select.addEventListener('change', () => show(chosen()));
    },
  };
}
