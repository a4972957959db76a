import { DropdownMenu, Popover as RadixPopover, Tooltip as RadixTooltip } from 'radix-ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const PANEL =
  'z-50 rounded-trade border border-line2 bg-s2 p-1.5 text-14 outline-none data-[state=open]:animate-pop-in data-[state=closed]:animate-fade-out';
const ITEM =
  'flex min-h-9 w-full items-center gap-2.5 rounded-[9px] px-2.5 text-start text-mut outline-none data-highlighted:bg-s3 data-highlighted:text-text data-disabled:text-faint pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

export interface MenuProps {
  /** One focusable element. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
}

/** A menu of acts and choices (arrow keys, type-ahead, Esc). */
export function Menu({ trigger, children, align = 'end', className }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx(PANEL, 'min-w-48', className)}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly onSelect?: () => void;
  readonly disabled?: boolean;
}

export function MenuItem({ children, onSelect, disabled = false }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={ITEM} disabled={disabled} {...(onSelect === undefined ? {} : { onSelect })}>
      {children}
    </DropdownMenu.Item>
  );
}

/** One of a set of which one is chosen. */
export function MenuChoice<V extends string>(props: {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly items: readonly { readonly value: V; readonly label: ReactNode }[];
}) {
  return (
    <DropdownMenu.RadioGroup value={props.value} onValueChange={(next) => props.onChange(next as V)}>
      {props.items.map((item) => (
        <DropdownMenu.RadioItem
          key={item.value}
          value={item.value}
          className={cx(ITEM, 'data-[state=checked]:text-text')}
        >
          <span className="min-w-0 flex-1">{item.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden className="text-brand-text" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 py-1.5 text-12 text-mut">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line2" />;
}

/** A small panel with free content. */
export function Popover({ trigger, children, align = 'center', className }: MenuProps) {
  return (
    <RadixPopover.Root>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx(PANEL, 'max-w-[min(320px,calc(100vw-16px))] p-3.5', className)}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

/** Text on hover and focus. Never the only place of a thing that must be known. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-[9px] border border-line2 bg-s3 px-2.5 py-1.5 text-12 text-text data-[state=delayed-open]:animate-pop-in"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
