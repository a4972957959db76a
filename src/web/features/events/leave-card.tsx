import { useEffect, useState } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import type { LeavingWire } from '#protocol/exchange.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lotsOf } from '#web/shares/ticket/share-math.ts';
import { lotsWords, useOutcomeWord, wireCents } from '#web/shares/words.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';

type Market = EventWire['markets'][number];

/** Since its rules were clarified, whoever held shares before may sell them to the house. Nothing for anybody else. */
export function LeaveCard({
  market,
  now,
  held,
}: {
  readonly market: Market;
  readonly now: number;
  readonly held: number;
}) {
  const until = market.clarifications.at(-1)?.exitUntil;
  if (until === undefined || now >= Date.parse(until) || market.state !== 'OPEN') return null;
  return <Leaving key={`${market.marketId} ${until}`} market={market} held={held} />;
}

function Leaving({ market: { marketId }, held }: { readonly market: Market; readonly held: number }) {
  const { t } = useTranslation('events');
  const { client, state } = useSession();
  const formats = useFormats();
  const word = useOutcomeWord();
  const [found, setFound] = useState<LeavingWire | null>(null);
  const [sold, setSold] = useState<'no' | 'yes'>('no');
  // Whoever holds nothing is offered nothing.
  const isAsked = state.status === 'ready' && held > 0;
  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    client.call('exchange.leaving', { params: { id: marketId } }, { signal: stop.signal }).then(setFound, () => {
      if (!stop.signal.aborted) setFound(null);
    });
    return () => stop.abort();
    // What is held says when it has changed.
  }, [client, isAsked, marketId, held]);
  const call = useSend('exchange.leave', { onDone: () => setSold('yes') });
  const offer = held > 0 ? found : null;
  if (offer === null && sold === 'no') return null;
  return (
    <section aria-labelledby="leave-title" className="card grid gap-2.5 p-4 text-13" data-part="leave">
      <h2 id="leave-title" className="text-14 font-620">
        {t('leave.title')}
      </h2>
      {offer === null ? null : (
        <>
          <p className="text-pretty text-mut">
            {t('leave.text', {
              time: formats.deadline(Date.parse(offer.until)),
              price: wireCents(formats, offer.price),
            })}
          </p>
          <ProblemBox problem={call.problem} />
          <Button aria-disabled={call.busy} onClick={() => void call.send({ params: { id: marketId } })}>
            {t('leave.go', {
              shares: lotsWords(formats, lotsOf(offer.shares)),
              outcome: word(offer.outcome),
              amount: formats.own(offer.moneyStr),
            })}
          </Button>
        </>
      )}
      <output className={sold === 'yes' ? 'block text-ok' : 'vh'}>{sold === 'yes' ? t('leave.done') : null}</output>
    </section>
  );
}
