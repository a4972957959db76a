import { useEffect, useRef } from 'react';
import { shortcutOf, type ShortcutAct } from './shortcuts.ts';

/** Listens to the keys of the screen while they are switched on. */
export function useShortcuts(
  on: { readonly keys: boolean; readonly place: boolean },
  act: (what: ShortcutAct) => void,
): void {
  const latest = useRef({ on, act });
  useEffect(() => {
    latest.current = { on, act };
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!latest.current.on.keys || event.defaultPrevented) return;
      const what = shortcutOf(
        {
          key: event.key,
          code: event.code,
          shift: event.shiftKey,
          other: event.ctrlKey || event.altKey || event.metaKey,
          repeat: event.repeat,
          busy: isBusy(event.target),
          inTicket: isInTicket(event.target),
        },
        { place: latest.current.on.place && matchMedia('(min-width: 48rem)').matches },
      );
      if (what === null) return;
      event.preventDefault();
      latest.current.act(what);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

/** Is a dialog or a menu on the screen? Closed ones may wait in the document unseen. */
export function isOverlayOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"],[role="menu"]')].some((one) => one.checkVisibility());
}

/** Focus in a field, a group that uses the arrow keys itself, or an open dialog or menu. */
function isBusy(target: EventTarget | null): boolean {
  if (isOverlayOpen()) return true;
  if (!(target instanceof Element)) return false;
  return (
    target.closest('input,textarea,select,[contenteditable],[role="tablist"],[role="radiogroup"],[role="group"]') !==
    null
  );
}

/** On a button of the ticket: its switch, its links and its question marks mean other things by a key. */
function isInTicket(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-ticket]') !== null &&
    target.closest('a,[role="switch"],[data-term]') === null
  );
}
