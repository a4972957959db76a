import { useState, type RefObject } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Banner } from '#web/ui/states.tsx';
import { RestrictedKinds } from './restricted-kinds.tsx';
import type { MayTrade } from './use-may-trade.ts';

/** "I’m none of these people": kept with the rules of the market that were shown. Whoever is kept from the event reads so instead. */
export function AttestTick(props: {
  readonly event: Pick<EventWire, 'id' | 'restricted'>;
  readonly market: Pick<EventWire['markets'][number], 'rulesHash'>;
  readonly mayTrade: MayTrade;
  readonly ref: RefObject<HTMLDivElement | null>;
}) {
  const { t } = useTranslation('events');
  const { event, market, mayTrade, ref } = props;
  const { call } = mayTrade;
  const [wasAsked, setWasAsked] = useState(false);
  if (mayTrade.restricted) return <Banner tone="warn">{t('slip.restricted')}</Banner>;
  const { restricted } = event;
  if (restricted === null || (!mayTrade.asked && !wasAsked)) return null;
  return (
    <div ref={ref} className="grid gap-2 rounded-field bg-s2 px-3.5 py-2.5 text-13" data-part="attest">
      <RestrictedKinds event={event} />
      <Checkbox
        checked={!mayTrade.asked || call.busy}
        onChange={() => {
          if (!mayTrade.asked) return;
          setWasAsked(true);
          void call.send({
            params: { id: event.id },
            body: { version: restricted.version, rulesHash: market.rulesHash },
          });
        }}
        label={t('slip.attest')}
      />
      <ProblemBox problem={call.problem} />
    </div>
  );
}
