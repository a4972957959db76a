import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useForm as useHookForm, useWatch } from 'react-hook-form';
import type { DefaultValues, FieldValues, Path, PathValue } from 'react-hook-form';
import type { z } from 'zod';
import type { Call } from '../call/use-call.ts';
import type { Problem } from '../call/problem.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { focusPart } from '../focus-part.ts';

/** What keeps a form from being sent: a field, or a group of them (`data-part`), and what the button says of it. */
export interface Gap {
  readonly name: string;
  readonly says: string;
}

/** What the protocol holds of what is sent. The schema, and zod with it, comes with the first press: a page that is only read is no heavier. */
export interface FormCheck<V> {
  readonly schema: () => Promise<z.ZodType>;
  readonly of: (values: V) => unknown;
}

export interface FormSettings<V extends FieldValues> {
  /** Values at first; where they change, fields that nobody touched follow. */
  readonly start: V;
  readonly missing?: (values: V) => Gap | null;
  readonly check?: FormCheck<V>;
  /** What a fault of a field is called beside it; null: the problem box says it. Names are those of the request. */
  readonly faults?: (name: string, fault: string) => string | null;
  readonly call: Pick<Call, 'busy' | 'problem' | 'patience' | 'clear'>;
  /** null: it was not done. What was done is what the form begins with from then on. */
  readonly send: (values: V) => Promise<unknown>;
}

export interface Form<V extends FieldValues> {
  readonly values: V;
  /** Somebody typed, and it is neither sent nor taken back. */
  readonly changed: boolean;
  readonly busy: boolean;
  readonly gap: Gap | null;
  /** What no field says by itself. */
  readonly problem: Problem | null;
  readonly patience: Call['patience'];
  /** For `Field` and `Select`. */
  readonly field: (
    name: Path<V>,
  ) => ReturnType<ReturnType<typeof useHookForm<V>>['register']> & { readonly problem: string | null };
  /** For `Segments`, `ChipChoice`, `Switch` and what else holds one value. */
  readonly choice: <N extends Path<V>>(
    name: N,
  ) => { readonly value: PathValue<V, N>; readonly onChange: (value: PathValue<V, N>) => void };
  readonly set: <N extends Path<V>>(name: N, value: PathValue<V, N>) => void;
  readonly reset: () => void;
  /** Takes the element, which is asked where its fields stand. */
  readonly mount: (element: HTMLFormElement | null) => void;
  readonly submit: (event: FormEvent) => void;
}

/** `addresses.0` is a fault of `addresses`. */
const rootOf = (name: string) => name.split('.')[0] ?? name;

/** Words of the faults that fields say by themselves. */
export function saidByFields(
  fields: Readonly<Record<string, string>>,
  faults: FormSettings<FieldValues>['faults'],
): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const [name, fault] of Object.entries(fields)) {
    const words = faults?.(rootOf(name), fault) ?? null;
    if (words !== null) said.set(rootOf(name), words);
  }
  return said;
}

/** The first field of a form, in its order, that is one of these. */
function focusFirst(form: HTMLFormElement | null, names: ReadonlyMap<string, string>): void {
  const parts = [...(form?.querySelectorAll<HTMLElement>('[name], [data-part]') ?? [])];
  const first = parts
    .map((part) => part.dataset['part'] ?? part.getAttribute('name') ?? '')
    .find((name) => names.has(name));
  if (form !== null && first !== undefined) focusPart(form, first);
}

/** Faults by the schema; none where its code does not come, for the server judges all the same. */
async function faultsBy<V>({ schema, of }: FormCheck<V>, values: V): Promise<Readonly<Record<string, string>>> {
  const given = of(values);
  try {
    const { fieldFaults } = await fetchCode(() => import('#protocol/faults.ts'));
    const { error } = (await schema()).safeParse(given);
    return error === undefined ? {} : fieldFaults(error, given);
  } catch {
    return {};
  }
}

/**
 * A form: its values, what is missing, and what the server finds wrong, which lands on its field. A press while something is missing or
 * wrong moves the focus there.
 */
export function useForm<V extends FieldValues>(settings: FormSettings<V>): Form<V> {
  const { start, call, faults, check } = settings;
  const form = useHookForm<V>({
    defaultValues: start as DefaultValues<V>,
    values: start,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const [element, mount] = useState<HTMLFormElement | null>(null);
  const values = useWatch({ control: form.control }) as V;
  const gap = settings.missing?.(values) ?? null;
  const latest = useRef(faults);
  useEffect(() => {
    latest.current = faults;
  });
  const { setError, setValue, clearErrors } = form;
  const place = useCallback(
    (fields: Readonly<Record<string, string>>) => {
      const said = saidByFields(fields, latest.current);
      for (const [name, message] of said) setError(name as Path<V>, { type: 'server', message });
      focusFirst(element, said);
      return said;
    },
    [setError, element],
  );
  const { problem } = call;
  useEffect(() => {
    if (problem !== null) place(problem.fields);
  }, [problem, place]);
  const set: Form<V>['set'] = (name, value) => {
    setValue(name, value, { shouldDirty: true });
    clearErrors(name);
  };
  const press = async () => {
    if (call.busy) return;
    clearErrors();
    if (check !== undefined && place(await faultsBy(check, values)).size > 0) return;
    if ((await settings.send(values)) !== null) form.reset(values);
  };
  return {
    values,
    changed: isDirty,
    busy: call.busy,
    gap,
    problem: problem === null || saidByFields(problem.fields, faults).size > 0 ? null : problem,
    patience: call.patience,
    field: (name) => {
      const message = errors[name]?.message;
      const input = form.register(name, { onChange: () => clearErrors(name) });
      return { ...input, problem: typeof message === 'string' ? message : null };
    },
    choice: (name) => ({ value: values[name] as PathValue<V, typeof name>, onChange: (value) => set(name, value) }),
    set,
    reset: () => {
      form.reset(start);
      call.clear();
    },
    mount,
    submit: (event) => {
      event.preventDefault();
      if (gap === null) void press();
      else focusPart(event.currentTarget, gap.name);
    },
  };
}
