import { useId, useState } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { late } from '#web/ui/late.tsx';
import { Banner } from '#web/ui/states.tsx';
import { StateChip } from './event-icons.tsx';
import { LinkOrText } from './rules-card.tsx';

/** With its weight: only where a market has ended. */
const Proof = late(() => import('./proof.tsx'), { waits: <div className="min-h-11" /> });

type Market = EventWire['markets'][number];

const WITH_PROOF: ReadonlySet<Market['state']> = new Set(['PAID', 'VOIDED', 'CORRECTED']);
const VOIDS = ['CANCELLED', 'AMBIGUOUS', 'SOURCE_GONE'] as const;

/** In place of the slip, once nobody trades: where it stands, the result with its proof, and the way to question it. */
export function ResultCard(props: { readonly market: Market; readonly language: string; readonly onSent: () => void }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const { market, language } = props;
  // It stands on the page twice: in the column beside, and on phones below the head.
  const title = useId();
  const money = (share: number) => formats.money(share.toFixed(2));
  const reason = VOIDS.find((one) => one === market.voidReason);
  return (
    <section aria-labelledby={title} className="grid gap-3" data-part="result">
      <header>
        <h2 id={title} className="text-13 text-mut">
          {t('result.title')}
        </h2>
        <p lang={language} className="text-15 font-620">
          <bdi>{market.title}</bdi>
        </p>
      </header>
      <p>
        <StateChip state={market.state} />
      </p>
      {market.outcome === null ? null : <p className="text-24 font-680">{t(`outcome.${market.outcome}`)}</p>}
      {reason === undefined ? null : <p className="text-13 text-mut">{t(`void.${reason}`)}</p>}
      {market.pays === null ? null : (
        <p className="text-13">{t('result.pays', { yes: money(market.pays), no: money(1 - market.pays) })}</p>
      )}
      <Corrections market={market} />
      {market.evidence.length === 0 ? null : (
        <div className="grid gap-1 text-13">
          <h3 className="font-620">{t('result.seen')}</h3>
          <ul className="grid gap-1">
            {market.evidence.map((seen) => (
              <li key={seen.sha256} className="[overflow-wrap:anywhere]">
                <LinkOrText text={seen.url} />{' '}
                <time dateTime={seen.factAt} className="text-12 text-mut">
                  {formats.deadline(Date.parse(seen.factAt))}
                </time>
              </li>
            ))}
          </ul>
        </div>
      )}
      {WITH_PROOF.has(market.state) ? (
        <Proof marketId={market.marketId} corrections={market.corrections.length} />
      ) : null}
      {market.state === 'CHALLENGE' && market.challengeUntil !== null ? (
        <Question market={market} until={market.challengeUntil} onSent={props.onSent} />
      ) : null}
    </section>
  );
}

/** What it was paid as before, and what became of that. */
export function Corrections({ market: { corrections } }: { readonly market: Market }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const { config } = useShell();
  return corrections.map(({ at, was, borne, borneStr, doneAt }) => {
    const values = { time: formats.deadline(Date.parse(at)), was: t(`outcome.${was}`) };
    return (
      <div key={at} className="grid gap-1 text-13" data-part="correction">
        <p>{t('result.corrected', values)}</p>
        {borne > 0 ? (
          <p>{t('result.corrected_paid', { brand: config.brand, amount: formats.money(borneStr) })}</p>
        ) : null}
        {doneAt === null ? <p className="text-mut">{t('result.correcting')}</p> : null}
      </div>
    );
  });
}

const LEAST = 10;

/** Says why the result is wrong. People with an account alone: their word is held against them by name. */
function Question(props: { readonly market: Market; readonly until: string; readonly onSent: () => void }) {
  const { t } = useTranslation('events');
  const { state } = useSession();
  const formats = useFormats();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<'no' | 'yes'>('no');
  const call = useSend('events.challenge', {
    onDone: () => {
      setSent('yes');
      props.onSent();
    },
  });
  if (sent === 'yes') {
    return (
      <output className="block">
        <Banner tone="ok">{t('question.done')}</Banner>
      </output>
    );
  }
  if (state.status !== 'ready' || state.user.role !== 'USER') return null;
  const isShort = text.trim().length < LEAST;
  return (
    <form
      className="grid gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort) void call.send({ params: { id: props.market.id }, body: { text } });
      }}
    >
      <h3 className="text-14 font-620">{t('question.title')}</h3>
      <p className="text-13 text-mut">{t('question.until', { time: formats.deadline(Date.parse(props.until)) })}</p>
      <TextArea
        label={t('question.field')}
        value={text}
        maxLength={2_000}
        rows={4}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ProblemBox problem={call.problem} />
      <Button type="submit" aria-disabled={isShort || call.busy}>
        {isShort ? t('question.short') : t('question.send')}
      </Button>
    </form>
  );
}
