import { useCallback, useEffect, useState } from 'react';
import type { OfficeLine } from '#protocol/office/cells.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { CellView } from './cell.tsx';

/** How long what an act shows stays on the screen, ms. */
const SHOWN_MS = 5 * 60_000;

/** What an act has shown: held by the page alone, and gone after 5 minutes. */
export function useShown() {
  const [lines, setLines] = useState<readonly OfficeLine[] | null>(null);
  useEffect(() => {
    if (lines === null) return undefined;
    const timer = setTimeout(() => setLines(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [lines]);
  return { lines, show: setLines, hide: useCallback(() => setLines(null), []) };
}

export function ShownLines({ lines, onHide }: { readonly lines: readonly OfficeLine[]; readonly onHide: () => void }) {
  return (
    <section aria-label="In clear" className="grid gap-2 rounded-card border border-line bg-s2 p-3">
      <KeyValues items={lines.map(({ label, value }) => ({ id: label, label, value: <CellView cell={value} /> }))} />
      <Button size="sm" onClick={onHide}>
        Hide
      </Button>
    </section>
  );
}
