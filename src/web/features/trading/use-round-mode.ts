import { useCallback, useState, useSyncExternalStore } from 'react';
import type { PhoneSheet, RoundMark, SlotName, SoldNow } from '#web/round-slot.ts';

type Slots = Readonly<Record<SlotName, HTMLElement | null>>;
const NO_SLOTS: Slots = { ticket: null, book: null, panel: null, head: null };

const never = () => () => undefined;
const ofAddress = () => (new URLSearchParams(location.search).get('tab') === 'round' ? 'round' : 'quick');
const ofServer = () => 'quick' as const;

/** Quick or Round, and what the screen keeps for the round. */
export function useRoundMode() {
  const [chosen, setTab] = useState<'quick' | 'round' | null>(null);
  // A link may lead to the rounds: `?tab=round`. The server does not know of it.
  const wished = useSyncExternalStore(never, ofAddress, ofServer);
  const tab = chosen ?? wished;
  const [slots, setSlots] = useState(NO_SLOTS);
  const [phone, setPhone] = useState<PhoneSheet>(null);
  const [middle, setMiddle] = useState<'chart' | 'book'>('chart');
  const [resting, setResting] = useState(0);
  const [sold, setSold] = useState<SoldNow | null>(null);
  const [mark, setMark] = useState<RoundMark | null>(null);
  const put = useCallback(
    (name: SlotName, element: HTMLElement | null) =>
      setSlots((was) => (was[name] === element ? was : { ...was, [name]: element })),
    [],
  );
  const [places] = useState(() => ({
    ticket: (element: HTMLElement | null) => put('ticket', element),
    book: (element: HTMLElement | null) => put('book', element),
    panel: (element: HTMLElement | null) => put('panel', element),
    head: (element: HTMLElement | null) => put('head', element),
  }));
  return {
    on: tab === 'round',
    tab,
    setTab,
    slots,
    places,
    phone,
    setPhone,
    middle,
    setMiddle,
    resting,
    setResting,
    sold,
    setSold,
    mark,
    setMark,
    /** Length of the round on the screen, ms; null on the Quick tab. */
    roundMs: tab === 'round' && mark !== null ? mark.endMs - mark.startMs : null,
  };
}

export type RoundMode = ReturnType<typeof useRoundMode>;
