import { useState } from 'react';
import type { PublicFillWire } from '#protocol/exchange.ts';
import { usePublicChannel } from '#web/live/live.tsx';
import { useNow } from '#web/live/use-now.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { OutcomeTag } from '#web/shares/outcome-tag.tsx';
import { lotsOf } from '#web/shares/ticket/share-math.ts';
import { lotsWords, useOutcomeWord, wireCents } from '#web/shares/words.ts';
import { useFormats } from '#web/shell-context.ts';
import { Num } from '#web/ui/num.tsx';
import { Skeleton } from '#web/ui/states.tsx';

const SHOWN = 8;

interface Heard {
  readonly marketId: string;
  readonly fills: readonly PublicFillWire[];
}

/** The newest trades of a market; the first frame after each connection is the list. null: none came yet. */
function useFills(marketId: string): readonly PublicFillWire[] | null {
  const [heard, setHeard] = useState<Heard | null>(null);
  usePublicChannel(`fills:${marketId}`, (frame) => {
    const news = [frame.data as PublicFillWire | readonly PublicFillWire[]].flat();
    setHeard((was) => {
      const before = frame.snapshot === true || was?.marketId !== marketId ? [] : was.fills;
      const known = new Set(before.map(({ id }) => id));
      const all = [...news.filter(({ id }) => !known.has(id)), ...before];
      const fills = all.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time)).slice(0, SHOWN);
      return { marketId, fills };
    });
  });
  return heard?.marketId === marketId ? heard.fills : null;
}

/** What was traded last, without names. */
export function Activity({ marketId }: { readonly marketId: string }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const word = useOutcomeWord();
  const fills = useFills(marketId);
  const now = useNow();
  return (
    <section aria-labelledby="activity-title" className="card p-4">
      <h2 id="activity-title" className="mb-2 text-14 font-620">
        {t('activity.title')}
      </h2>
      {fills === null ? (
        <div className="grid gap-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      ) : fills.length === 0 ? (
        <p className="text-13 text-mut">{t('activity.none')}</p>
      ) : (
        <ul>
          {fills.map((fill) => (
            <li key={fill.id} className="flex items-center gap-3 py-2 text-13">
              <OutcomeTag outcome={fill.outcome} />
              <span className="min-w-0 flex-1">
                <span className="block">
                  {t(`activity.${fill.side}`, {
                    shares: lotsWords(formats, lotsOf(fill.shares)),
                    outcome: word(fill.outcome),
                  })}
                </span>
                <time dateTime={fill.time} className="text-12 text-mut">
                  {formats.moment(Date.parse(fill.time), now)}
                </time>
              </span>
              <Num className="font-620">{wireCents(formats, fill.price)}</Num>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
