import { useLayoutEffect, useRef } from 'react';

/** What one can type into: a check box or a switch is no reason to come to a sheet. */
const FIELD = [
  ...['checkbox', 'radio', 'file', 'hidden', 'range', 'submit', 'button'].map((type) => `:not([type="${type}"])`),
  ':not(:disabled)',
  ':not([aria-hidden="true"])',
].join('');
const FIELDS = `input${FIELD}, textarea:not(:disabled), select:not(:disabled)`;
const FOCUSABLE = `a[href], button:not(:disabled), summary, [tabindex="0"], ${FIELDS}`;

/** Where somebody was when a dialog opened: the element itself, and all it stood in, the nearest first. */
type Place = readonly Element[];

/** By dialog: a second one that was opened from the first goes back through it. */
const places = new WeakMap<Element, Place>();

function placeOf(element: Element | null): Place {
  const chain: Element[] = [];
  for (let at = element; at !== null && at !== document.body; at = at.parentElement) chain.push(at);
  const dialog = element?.closest('[role="dialog"]') ?? null;
  return [...chain, ...(dialog === null ? [] : (places.get(dialog) ?? []))];
}

function takesFocus(element: Element): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false;
  element.focus();
  return document.activeElement === element;
}

/** Focuses what was pressed to open a dialog; where it is gone, the first thing that stands nearest to it. */
function goBack(place: Place): void {
  for (const at of place) {
    if (takesFocus(at)) return;
    if (at.isConnected && [...at.querySelectorAll(FOCUSABLE)].some(takesFocus)) return;
  }
}

/** The first field, where a keyboard is at hand: on a touch screen one would come up over the sheet. Else the title. */
function goInside(dialog: Element): void {
  const field = matchMedia('(pointer: coarse)').matches ? null : dialog.querySelector(FIELDS);
  if (field !== null && takesFocus(field)) return;
  dialog.querySelector<HTMLElement>('[data-sheet-title]')?.focus();
}

/**
 * Focus of a dialog that has no trigger of its own: inside it goes to the first field or the title, and when the dialog closes back to what
 * had it before.
 */
export function useSheetFocus(open: boolean) {
  const dialog = useRef<HTMLDivElement>(null);
  const place = useRef<Place>([]);
  useLayoutEffect(() => {
    if (open) place.current = placeOf(document.activeElement);
  }, [open]);
  return {
    ref: (element: HTMLDivElement | null) => {
      if (element === null) return;
      dialog.current = element;
      places.set(element, place.current);
    },
    // What floats over the dialog closes first, and alone.
    onEscapeKeyDown: (event: KeyboardEvent) => {
      const floating = [...(dialog.current?.querySelectorAll<HTMLElement>('[popover]') ?? [])].findLast(
        (one) => one.getClientRects().length > 0,
      );
      if (floating === undefined) return;
      event.preventDefault();
      floating.hidePopover();
    },
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault();
      if (dialog.current !== null) goInside(dialog.current);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Whatever closed the sheet may have sent the focus on by itself, as the next sheet does.
      const at = document.activeElement;
      if (at === null || at === document.body || dialog.current?.contains(at) === true) goBack(place.current);
    },
  };
}
