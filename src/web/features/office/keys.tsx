import { useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useLocation, useNavigate } from 'react-router';
import { deskPath } from '#protocol/office/desks.ts';
import { Kbd } from '#web/ui/form/field.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { deskAt, desksUnder, useOffice } from './use-office.ts';

interface Key {
  readonly keys: readonly string[];
  readonly does: string;
}

const EVERYWHERE: readonly Key[] = [
  { keys: ['Ctrl', 'K'], does: 'find and do' },
  { keys: ['G', '1–9'], does: 'go to a kind of desk' },
  { keys: ['G', 'H'], does: 'go to what waits' },
  { keys: ['?'], does: 'all keys' },
];
const OF_LISTS: readonly Key[] = [
  { keys: ['J', 'K'], does: 'next and previous row' },
  { keys: ['Enter'], does: 'open the row' },
  { keys: ['F'], does: 'filter' },
];
const OF_RECORDS: readonly Key[] = [
  { keys: ['1–9'], does: 'parts' },
  { keys: ['W'], does: 'write a note' },
  { keys: ['A'], does: 'acts' },
  { keys: ['A', '1–9'], does: 'do one of them' },
  { keys: ['Esc'], does: 'back to the list' },
];

function usePlace(): 'home' | 'list' | 'record' {
  const [, , desk, record] = useLocation().pathname.split('/');
  return desk === undefined || desk === '' ? 'home' : record === undefined ? 'list' : 'record';
}

const focusOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
const pressOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

/** Keys of the place: none of them while somebody types, or a dialog is open. */
function useKeys(onList: () => void): void {
  const { permissions } = useOffice();
  const place = usePlace();
  const go = useNavigate();
  const { pathname } = useLocation();
  const free = { enabled: () => document.querySelector('[role="dialog"][data-state="open"]') === null };
  useHotkeys('?', onList, { ...free, useKey: true });
  useHotkeys('g>h', () => void go('/office'), free);
  useHotkeys(
    Array.from({ length: 9 }, (_one, index) => `g>${index + 1}`),
    (_event, { keys = [] }) => {
      const desk = desksUnder(permissions)[Number(keys.at(-1)) - 1]?.desks[0];
      if (desk !== undefined) void go(deskPath(desk.id));
    },
    free,
  );
  const onLists = { enabled: () => place === 'list' && free.enabled() };
  useHotkeys('j', () => focusOn('tr[data-row], li[data-row]'), {
    enabled: () => onLists.enabled() && document.querySelector('[data-row]:focus') === null,
  });
  useHotkeys('f', () => focusOn('search select, search input'), { ...onLists, preventDefault: true });
  const onRecords = { enabled: () => place === 'record' && free.enabled() };
  useHotkeys('w', () => focusOn('textarea[data-note]'), { ...onRecords, preventDefault: true });
  useHotkeys('a', () => focusOn('[data-act]'), onRecords);
  useHotkeys(
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    (event) => {
      const isAmongActs = document.activeElement?.matches('[data-act]') === true;
      if (!isAmongActs) return pressOn(`[role="tablist"] > :nth-child(${event.key})`);
      document.querySelectorAll<HTMLElement>('[data-act]')[Number(event.key) - 1]?.click();
    },
    onRecords,
  );
  useHotkeys(
    'escape',
    () => {
      const desk = deskAt(pathname.split('/')[2]);
      if (desk !== null) void go(deskPath(desk.id));
    },
    onRecords,
  );
}

function Keys({ of }: { readonly of: readonly Key[] }) {
  return of.map(({ keys, does }) => (
    <span key={does} className="flex items-center gap-1.5 whitespace-nowrap">
      {keys.map((key) => (
        <Kbd key={key} className="text-mut">
          {key}
        </Kbd>
      ))}
      {does}
    </span>
  ));
}

const OF_PLACE = { home: [], list: OF_LISTS, record: OF_RECORDS } as const;

/** The line at the foot that names the keys of the place, and the list of all behind `?`. */
export function KeyBar() {
  const [open, setOpen] = useState(false);
  const place = usePlace();
  useKeys(() => setOpen(true));
  return (
    <footer className="flex h-9 shrink-0 items-center gap-5 overflow-hidden border-t border-line bg-s1 px-4 text-12 text-mut max-lg:hidden">
      <Keys of={[...OF_PLACE[place], ...EVERYWHERE]} />
      <Sheet open={open} onOpenChange={setOpen} title="Keys" description="Not while you type.">
        <div className="grid gap-4 text-13">
          {(
            [
              ['Everywhere', EVERYWHERE],
              ['In a list', OF_LISTS],
              ['On a record', OF_RECORDS],
            ] as const
          ).map(([title, keys]) => (
            <section key={title} className="grid gap-2">
              <h3 className="font-620">{title}</h3>
              <Keys of={keys} />
            </section>
          ))}
        </div>
      </Sheet>
    </footer>
  );
}
