import { Field } from '../form/field.tsx';
import type { Filter } from './use-filter.ts';

/** Half a line of a phone: on the smallest the day has it all, and a press anywhere on it opens the calendar of the browser. */
const HALF =
  'max-md:flex-1 max-md:basis-28 max-[22.4375rem]:[&_input]:text-15 max-[22.4375rem]:[&>div]:px-2 max-[22.4375rem]:[&>div]:relative max-[22.4375rem]:[&_input::-webkit-calendar-picker-indicator]:absolute max-[22.4375rem]:[&_input::-webkit-calendar-picker-indicator]:inset-0 max-[22.4375rem]:[&_input::-webkit-calendar-picker-indicator]:size-auto max-[22.4375rem]:[&_input::-webkit-calendar-picker-indicator]:opacity-0';

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
        className={HALF}
        label={from}
        type="date"
        value={values.from}
        max={values.to}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <Field
        className={HALF}
        label={to}
        type="date"
        value={values.to}
        min={values.from}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </>
  );
}
