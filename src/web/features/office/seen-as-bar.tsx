import { Eye } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { seenAsOf, seenAsToken, stopSeeing } from '#web/api/tabs/seen-as.ts';
import { useNow } from '#web/live/use-now.ts';
import { Button } from '#web/ui/button.tsx';

const MINUTE_MS = 60_000;

function follow(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS / 4);
  return () => clearInterval(timer);
}

/** Over every page of a tab in which staff sees the product as a person: whose it is, and how long. For staff, so in English. */
export function SeenAsBar() {
  const token = useSyncExternalStore(follow, seenAsToken, () => null);
  const seen = token === null ? null : seenAsOf(token);
  const now = useNow();
  if (seen === null) return null;
  const left = Math.max(0, Math.ceil((seen.until - now) / MINUTE_MS));
  return (
    <aside
      lang="en"
      dir="ltr"
      aria-label="Seen as a person"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t border-line bg-s2 px-3 py-1.5 text-13 text-warn"
    >
      <Eye aria-hidden className="size-4" />
      <span className="font-540">
        You see this as person <code translate="no">{seen.person.slice(0, 8)}</code>. Nothing can be changed.
      </span>
      <span>{left === 0 ? 'It’s over.' : `${String(left)} min left`}</span>
      <Button
        size="sm"
        onClick={() => {
          stopSeeing();
          window.close();
          // A tab that the browser keeps open is like any other again.
          location.reload();
        }}
      >
        Close
      </Button>
    </aside>
  );
}
