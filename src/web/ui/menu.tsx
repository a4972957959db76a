import { Check } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Floating } from './popover.tsx';
import type { PopoverProps } from './popover.tsx';

export { Popover } from './popover.tsx';

const ITEM =
  'flex min-h-9 w-full items-center gap-2.5 rounded-[9px] px-2.5 text-start text-mut outline-none hover:bg-s3 hover:text-text focus:bg-s3 focus:text-text aria-disabled:text-faint pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')];
}

/** Arrow keys, Home and End walk; a letter goes to the next item that begins with it; Tab leaves. */
function walk(event: KeyboardEvent, menu: HTMLElement): void {
  const items = itemsOf(menu);
  const now = items.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: (now + 1) % items.length,
    ArrowUp: (now - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  let to = steps[event.key];
  if (to === undefined && event.key.length === 1 && event.key !== ' ') {
    const letter = event.key.toLocaleLowerCase();
    const order = items.map((_item, index) => (now + 1 + index) % items.length);
    to = order.find((index) => items[index]?.textContent.trim().toLocaleLowerCase().startsWith(letter));
  }
  if (event.key === 'Tab') menu.hidePopover();
  event.stopPropagation();
  if (to === undefined) return;
  event.preventDefault();
  items[to]?.focus();
}

/** A menu of acts and choices. */
export function Menu({ align = 'end', className, ...rest }: PopoverProps) {
  return (
    <Floating
      kind="menu"
      align={align}
      className={cx('min-w-48 p-1.5', className)}
      onKey={walk}
      onOpened={(menu) => {
        const items = itemsOf(menu);
        (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
      }}
      {...rest}
    />
  );
}

function closeMenu(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly onSelect?: () => void;
  readonly disabled?: boolean;
}

export function MenuItem({ children, onSelect, disabled = false }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled}
      className={ITEM}
      onClick={(event) => {
        if (disabled) return;
        closeMenu(event);
        onSelect?.();
      }}
    >
      {children}
    </button>
  );
}

/** An item that leads to another page. */
export function MenuLink({ children, href }: { readonly children: ReactNode; readonly href: string }) {
  return (
    <a href={href} role="menuitem" tabIndex={-1} className={ITEM} onClick={closeMenu}>
      {children}
    </a>
  );
}

/** One of a set of which one is chosen. */
export function MenuChoice<V extends string>(props: {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly items: readonly { readonly value: V; readonly label: ReactNode }[];
}) {
  return props.items.map((item) => (
    <button
      key={item.value}
      type="button"
      role="menuitemradio"
      tabIndex={-1}
      aria-checked={item.value === props.value}
      className={cx(ITEM, 'aria-checked:text-text')}
      onClick={(event) => {
        closeMenu(event);
        props.onChange(item.value);
      }}
    >
      <span className="min-w-0 flex-1">{item.label}</span>
      {item.value === props.value ? <Check aria-hidden className="text-brand-text" /> : null}
    </button>
  ));
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <p className="px-2.5 py-1.5 text-12 text-mut">{children}</p>;
}

export function MenuLine() {
  return <hr className="mx-1 my-1.5 border-line2" />;
}
