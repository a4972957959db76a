import { Field } from '../form/field.tsx';
import type { Filter } from './use-filter.ts';

/** From which day to which: neither goes past the other. */
export function DayFields({
  filter,
  from,
  to,
}: {
  readonly filter: Pick<Filter<'from' | 'to'>, 'values' | 'set'>;
  /** Labels. */
  readonly from: string;
  readonly to: string;
}) {
  const { values, set } = filter;
  return (
    <>
      <Field
        className="max-md:flex-1 max-md:basis-36"
        label={from}
        type="date"
        value={values.from}
        max={values.to}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <Field
        className="max-md:flex-1 max-md:basis-36"
        label={to}
        type="date"
        value={values.to}
        min={values.from}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </>
  );
}
