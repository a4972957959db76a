import { Bell } from 'lucide-react';
import { useState } from 'react';
import type { AlertBody } from '#protocol/events/alerts.ts';
import type { EventWire } from '#protocol/events/events.ts';
import { usePerson } from '#web/api/use-person.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { useEventLinks, type EventRealm } from '../event-links.ts';
import { useWatchSignIn } from '../watch/watch-links.ts';
import { AlertRows } from './alert-list.tsx';
import { PLACES, sideOf, valueOf } from './alert-value.ts';
import { useAlerts } from './use-alerts.ts';

/** An act in the head of an event. */
export const HEAD_ACT =
  'inline-flex min-h-9 items-center gap-1.5 rounded-btn px-2.5 text-13 font-540 text-mut hover:bg-s2 hover:text-text pointer-coarse:min-h-11 [&_svg]:size-4';

/** Asks to be told of an event. It leads a visitor to sign-in and back; who practises has no alerts. */
export function AlertButton({ event, realm }: { readonly event: EventWire; readonly realm: EventRealm }) {
  const { t } = useTranslation('alerts');
  const signIn = useWatchSignIn();
  const links = useEventLinks('real');
  const { person } = usePerson();
  const [isOpen, setOpen] = useState(false);
  if (realm === 'demo') return null;
  if (person === null)
    return (
      <a href={signIn(links.event(event.slug))} className={HEAD_ACT} title={t('login')}>
        <Bell aria-hidden />
        {t('button')}
      </a>
    );
  return (
    <>
      <button type="button" className={HEAD_ACT} onClick={() => setOpen(true)}>
        <Bell aria-hidden />
        {t('button')}
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('button')} description={t('text')}>
        <AlertPanel event={event} />
      </Sheet>
    </>
  );
}

const KINDS = ['price', 'closes', 'volume', 'clarified', 'category', 'tag'] as const;
type Kind = (typeof KINDS)[number];

function AlertPanel({ event }: { readonly event: EventWire }) {
  const alerts = useAlerts();
  const here = new Map(event.markets.map(({ id, title }) => [id, title]));
  // With one outcome there is nothing to tell apart.
  const markets = here.size > 1 ? here : new Map<string, string>();
  const isHere = ({ market, category, tag }: { market: string | null; category: string | null; tag: string | null }) =>
    market === null ? category === event.category || event.tags.includes(tag ?? '') : here.has(market);
  return (
    <div className="grid gap-4">
      <AlertForm event={event} onSet={alerts.put} />
      <div className="-mx-4 md:-mx-6">
        <AlertRows alerts={alerts} of={alerts.items?.filter(isHere) ?? null} markets={markets} />
      </div>
    </div>
  );
}

function AlertForm(props: {
  readonly event: EventWire;
  readonly onSet: (alert: Parameters<ReturnType<typeof useAlerts>['put']>[0]) => void;
}) {
  const { t } = useTranslation(['alerts', 'events']);
  const { event } = props;
  const open = event.markets.filter(({ state }) => state === 'OPEN' || state === 'PAUSED');
  const kinds = KINDS.filter((kind) =>
    kind === 'tag' ? event.tags.length > 0 : kind === 'category' || open.length > 0,
  );
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'category');
  const [marketId, setMarket] = useState(open[0]?.id ?? '');
  const [tag, setTag] = useState(event.tags[0] ?? '');
  const [text, setText] = useState('');
  const call = useSend('alerts.set', {
    onDone: (alert) => {
      props.onSet(alert);
      setText('');
    },
  });
  const isTyped = kind === 'price' || kind === 'closes' || kind === 'volume';
  const field = useNumberField(isTyped ? PLACES[kind] : 0, setText);
  const value = isTyped ? valueOf(kind, text) : null;
  const market = open.find(({ id }) => id === marketId);
  const body = (): AlertBody | null => {
    if (kind === 'category') return { kind: 'new', category: event.category };
    if (kind === 'tag') return { kind: 'new', tag };
    if (market === undefined) return null;
    if (kind === 'clarified') return { kind, market: market.id };
    if (value === null) return null;
    if (kind === 'price') return { kind: sideOf(value, market.prices.chance), market: market.id, value };
    return { kind, market: market.id, value };
  };
  const ready = body();
  return (
    <form
      className="grid gap-3"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (ready !== null) void call.send({ body: ready });
      }}
    >
      <Select label={t('kind')} value={kind} onChange={(changed) => setKind(changed.currentTarget.value as Kind)}>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(`kind.${one}`, { category: t(`events:cat.${event.category}`) })}
          </option>
        ))}
      </Select>
      {open.length < 2 || kind === 'category' || kind === 'tag' ? null : (
        <Select label={t('market')} value={marketId} onChange={(changed) => setMarket(changed.currentTarget.value)}>
          {open.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
      {kind !== 'tag' ? null : (
        <Select label={t('tag')} value={tag} onChange={(changed) => setTag(changed.currentTarget.value)}>
          {event.tags.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      )}
      {isTyped ? (
        <Field label={t(`field.${kind}`)} inputMode="decimal" autoComplete="off" value={text} {...field} />
      ) : null}
      <ProblemBox problem={call.problem} />
      <Button type="submit" variant="primary" aria-disabled={ready === null || call.busy}>
        {ready === null && isTyped ? t(`missing.${kind}`) : t('set')}
      </Button>
    </form>
  );
}
