import * as Slot from 'radix-ui/slot';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PopoverProps {
  /** One button. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
}

const GAP = 6;
const EDGE = 8;

export interface FloatingProps extends PopoverProps {
  readonly kind: 'panel' | 'menu';
  readonly onKey?: (event: KeyboardEvent, panel: HTMLElement) => void;
  /** The panel stands: time to move the focus. */
  readonly onOpened?: (panel: HTMLElement) => void;
}

/** Puts a panel under its trigger, above it where there is more room, inside the window. */
function place(panel: HTMLElement, trigger: HTMLElement, align: 'start' | 'center' | 'end'): void {
  const at = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const rtl = getComputedStyle(trigger).direction === 'rtl';
  const start = rtl ? innerWidth - at.right : at.left;
  const shift = { start: 0, center: (at.width - width) / 2, end: at.width - width }[align];
  const below = innerHeight - at.bottom - GAP - EDGE;
  const over = at.top - GAP - EDGE;
  const up = height > below && over > below;
  const y = up ? Math.max(EDGE, at.top - GAP - height) : at.bottom + GAP;
  panel.style.insetInlineStart = `${Math.max(EDGE, Math.min(start + shift, innerWidth - EDGE - width))}px`;
  panel.style.insetBlockStart = `${y}px`;
  panel.style.maxHeight = `${up ? over : below}px`;
}

/** A panel of the browser's own top layer: Esc and a click outside close it, focus returns to the trigger. */
export function Floating({ trigger, children, align = 'center', className, kind, onKey, onOpened }: FloatingProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const role = kind === 'menu' ? 'menu' : 'dialog';
  const handlers = useRef({ onKey, onOpened });
  useLayoutEffect(() => {
    handlers.current = { onKey, onOpened };
  });
  useLayoutEffect(() => {
    const shown = panel.current;
    if (!open || shown === null || anchor.current === null) return;
    place(shown, anchor.current, align);
    handlers.current.onOpened?.(shown);
    const key = (event: globalThis.KeyboardEvent) => handlers.current.onKey?.(event, shown);
    shown.addEventListener('keydown', key);
    return () => shown.removeEventListener('keydown', key);
  }, [open, align]);
  return (
    <>
      <Slot.Root ref={anchor} id={`${id}by`} popoverTarget={id} aria-haspopup={role} aria-expanded={open}>
        {trigger}
      </Slot.Root>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-labelledby={`${id}by`}
        tabIndex={-1}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className={cx(
          'fixed inset-auto m-0 overflow-y-auto rounded-trade border border-line2 bg-s2 text-14 text-text outline-none open:animate-pop-in',
          className,
        )}
      >
        {open ? children : null}
      </div>
    </>
  );
}

/** A small panel with free content. */
export function Popover({ className, ...rest }: PopoverProps) {
  return <Floating kind="panel" className={cx('max-w-[min(320px,calc(100vw-16px))] p-3.5', className)} {...rest} />;
}
