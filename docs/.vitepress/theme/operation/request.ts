import { computed, type InjectionKey, reactive, ref } from 'vue';
import type { Control, TryIt } from '../../pages/try-it.js';
import { callOf, type Field } from '../call.js';
import { keys, mockWith } from '../mock.js';
import { samplesOf } from '../samples/index.js';
import { bill, settings } from '../settings.js';

/** The request of an operation's page: what its form contains, and what follows from that. */
export type OperationRequest = ReturnType<typeof useRequest>;

/** Under which the page provides its request to the parts of its form. */
export const requestKey: InjectionKey<OperationRequest> = Symbol('request');

/** Returns the id of a parameter in its page. */
export const idOf = ({ place, name }: Control) => `${place}-${name}`;

export function useRequest(operation: TryIt) {
  const { id, controls, bodies, method, path } = operation;
  const values = reactive(
    Object.fromEntries(
      controls.map((control) => [
        idOf(control),
        control.isList && control.choices.length > 0 ? ([] as string[]) : control.initial,
      ]),
    ),
  );
  const body = ref(bodies[0]?.text ?? null);
  const mockKey = ref(keys[0] ?? '');
  const prefer = ref('');
  const sampleKey = ref(operation.idempotencyKey);
  const { ready, absent } = useMock(id, controls, values);

  const isMock = computed(() => settings.target === 'mock');
  const server = computed(() => settings.baseUrl.replace(/(?<!\/)\/+$/, ''));
  const fields = computed(() => controls.map((control) => fieldOf(control, values[idOf(control)] ?? '')));
  const call = computed(() => {
    const preference: Field = { place: 'header', name: 'Prefer', values: [prefer.value] };
    const all = isMock.value && prefer.value ? [...fields.value, preference] : fields.value;
    return callOf(method, path, all, body.value);
  });
  const samples = computed(() =>
    samplesOf({
      operationId: id,
      call: call.value,
      fields: fields.value,
      body: body.value,
      baseUrl: isMock.value ? 'http://127.0.0.1:4010' : server.value || 'https://api.example.com',
      // The key of the reader's own server is never displayed.
      key: isMock.value ? mockKey.value : undefined,
      idempotencyKey: sampleKey.value,
    }),
  );
  return {
    operation,
    values,
    body,
    mockKey,
    prefer,
    sampleKey,
    ready,
    absent,
    isMock,
    server,
    call,
    samples,
  };
}

function fieldOf(control: Control, value: string | string[]): Field {
  const one = Array.isArray(value) ? value : [value];
  const list = control.isList && !Array.isArray(value) ? value.split(',').map((part) => part.trim()) : one;
  return { ...control, values: list.filter(Boolean) };
}

/** Starts the mock of the settings, and fills in ids that its dataset has. */
function useMock(id: string, controls: readonly Control[], values: Record<string, string | string[]>) {
  const initial: Readonly<Record<string, string>> = Object.fromEntries(
    controls.filter(({ place }) => place === 'path').map(({ name, initial }) => [name, initial]),
  );
  let filled = initial;
  /** Path parameters of which the bill has no id. */
  const absent = ref<readonly string[]>([]);

  /** Returns the mock. Its ids replace those of the previous mock, but not edited values. */
  async function ready() {
    const mock = await mockWith(settings.scenario, settings.now);
    const ids = await mock.idsFor(id);
    for (const [name, value] of Object.entries({ ...initial, ...ids })) {
      const key = `path-${name}`;
      if (key in values && (values[key] === '' || values[key] === filled[name])) {
        values[key] = value;
        filled = { ...filled, [name]: value };
      }
    }
    const isBill = settings.scenario === 'data' && bill.file !== undefined;
    absent.value = isBill ? Object.keys(initial).filter((name) => !(name in ids)) : [];
    return mock;
  }
  return { ready, absent };
}
