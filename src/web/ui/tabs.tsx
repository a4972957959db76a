import * as Radix from 'radix-ui/tabs';
import * as ToggleGroup from 'radix-ui/toggle-group';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface TabItem<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
}

export interface TabsProps<V extends string> {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly items: readonly TabItem<V>[];
  readonly label: string;
  readonly children?: ReactNode;
  readonly className?: string;
  /** Classes of the row of tabs: its side gutter. */
  readonly listClassName?: string;
}

/** Underlined tabs with their panels (`TabPanel`) as children. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { value, onChange, items, label, children, className, listClassName } = props;
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as V)}
      className={cx('flex min-h-0 flex-col', className)}
    >
      <Radix.List
        aria-label={label}
        className={cx(
          'flex shrink-0 gap-1 fade-x overflow-x-auto border-b border-line text-13 font-540 [scrollbar-width:none]',
          listClassName,
        )}
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            // The library focuses it by code at a press, which browsers frame as if it came from a key. Their own focus does as much, and unframed.
            onMouseDownCapture={(event) => event.stopPropagation()}
            onClick={() => {
              if (item.value !== value) onChange(item.value);
            }}
            className="-mb-px min-h-9 shrink-0 border-b-2 border-transparent px-1.5 whitespace-nowrap first:-ms-1.5 text-mut hover:text-text data-[state=active]:border-brand-text data-[state=active]:text-text focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

/** What a tab shows. */
export function TabPanel(props: { readonly value: string; readonly children: ReactNode; readonly className?: string }) {
  return (
    <Radix.Content value={props.value} className={cx('min-h-0 flex-1', props.className)} tabIndex={-1}>
      {props.children}
    </Radix.Content>
  );
}

export interface ChoiceProps<V extends string> {
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly items: readonly TabItem<V>[];
  readonly label: string;
  readonly className?: string;
}

interface ChoiceLook {
  readonly bar: string;
  readonly item: string;
}

function Choice<V extends string>({ look, ...props }: ChoiceProps<V> & { readonly look: ChoiceLook }) {
  const { value, onChange, items, label, className } = props;
  return (
    <ToggleGroup.Root
      type="single"
      value={value ?? ''}
      onValueChange={(next) => {
        if (next !== '') onChange(next as V);
      }}
      aria-label={label}
      className={cx(look.bar, className)}
    >
      {items.map((item) => (
        <ToggleGroup.Item key={item.value} value={item.value} className={look.item}>
          {item.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

const SEGMENTS: ChoiceLook = {
  bar: 'flex rounded-btn bg-s2 p-[3px]',
  item: 'min-h-7 flex-1 rounded-[7px] px-2.5 text-13 font-540 whitespace-nowrap text-mut hover:text-text data-[state=on]:bg-s3 data-[state=on]:text-text pointer-coarse:min-h-11',
};

const CHIPS: ChoiceLook = {
  bar: 'grid auto-cols-fr grid-flow-col gap-1.5',
  item: 'min-h-8 rounded-[9px] bg-s2 px-0.5 text-13 font-540 whitespace-nowrap text-mut transition-colors duration-120 hover:text-text data-[state=on]:bg-brand-soft data-[state=on]:text-text data-[state=on]:shadow-[inset_0_0_0_1.5px_var(--color-brand-text)] pointer-coarse:min-h-11',
};

/** A segmented switch: one of a few, in one bar. */
export function Segments<V extends string>(props: ChoiceProps<V>) {
  return <Choice {...props} look={SEGMENTS} />;
}

/** Chips of which one is chosen: presets of a duration or an amount, one column each. */
export function ChipChoice<V extends string>(props: ChoiceProps<V>) {
  return <Choice {...props} look={CHIPS} />;
}
