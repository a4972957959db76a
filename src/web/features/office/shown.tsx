import { ExternalLink } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { OfficeActDone } from '#protocol/office/office.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { keyValue } from './cell.tsx';

/** How long what an act shows stays on the screen, ms. */
const SHOWN_MS = 5 * 60_000;

/** What an act has shown: held by the page alone, and gone after 5 minutes. */
export function useShown() {
  const [done, setDone] = useState<OfficeActDone | null>(null);
  useEffect(() => {
    if (done === null) return undefined;
    const timer = setTimeout(() => setDone(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return { done, show: setDone, hide: useCallback(() => setDone(null), []) };
}

export function Shown({ done, onHide }: { readonly done: OfficeActDone; readonly onHide: () => void }) {
  const { said, lines = [], opens } = done;
  return (
    <section aria-label={said} className="grid gap-2 rounded-card border border-line bg-s2 p-3">
      {lines.length === 0 ? null : <KeyValues items={lines.map(keyValue)} />}
      {opens === undefined ? null : (
        <a
          href={opens}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'primary', size: 'sm' })}
          onClick={onHide}
        >
          <ExternalLink aria-hidden className="size-4" />
          Open it in a new tab
        </a>
      )}
      <Button size="sm" onClick={onHide}>
        Hide
      </Button>
    </section>
  );
}
