import { useEffect, useState } from 'react';
import type { MutedWire } from '#protocol/comments/comments.ts';
import { useSession } from '#web/api/session.tsx';
import { usePerson } from '#web/api/use-person.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/states.tsx';

/** Whom the person has muted, and the way back. */
export function MutedPeople({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useTranslation('comments');
  const { person } = usePerson();
  const [isOpen, setOpen] = useState(false);
  if (person?.role !== 'USER') return null;
  return (
    <div className="border-t border-line px-2 py-1.5">
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        {t('mutes')}
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('mutes')}>
        <Muted onChanged={onChanged} />
      </Sheet>
    </div>
  );
}

function Muted({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useTranslation('comments');
  const { client } = useSession();
  const [items, setItems] = useState<readonly MutedWire[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    client.call('comments.muted', {}, { signal: stop.signal }).then(
      (found) => {
        setItems(found.items);
        setError(null);
      },
      (failed: unknown) => {
        if (!stop.signal.aborted) setError(failed);
      },
    );
    return () => stop.abort();
  }, [client, turn]);
  const [undone, setUndone] = useState<string | null>(null);
  const call = useSend('comments.unmute', {
    toast: 'comment-mute',
    onDone: onChanged,
  });
  if (error !== null) return <LoadProblem error={error} onRetry={() => setTurn((now) => now + 1)} className="mt-4" />;
  if (items === null) return <Skeleton className="mt-4 h-12" />;
  const left = items.filter(({ id }) => id !== undone);
  if (left.length === 0) return <p className="mt-4 text-13 text-mut">{t('mutes.none')}</p>;
  return (
    <ul className="mt-3">
      {left.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-3 py-2 not-first:border-t not-first:border-line">
          <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name ?? t('closed')}</bdi>
          <Button
            size="sm"
            aria-disabled={call.busy}
            onClick={() =>
              void call.send({ params: { id } }).then((done) => {
                if (done === null) return;
                setUndone(id);
                setItems(left.filter((one) => one.id !== id));
              })
            }
          >
            {t('unmute')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
