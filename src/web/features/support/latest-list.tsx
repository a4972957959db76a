import { ArrowDownToLine, ArrowUpFromLine, ChartCandlestick, Send } from 'lucide-react';
import { Fragment, useId, type ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Own } from '#web/money/own.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Moment } from '#web/ui/moment.tsx';
import {
  aboutLatest,
  timeOf,
  WITHDRAWAL_WORDS,
  type Incoming,
  type Latest,
  type Moved,
  type Predicted,
} from './latest.ts';
import type { About } from './ticket-draft.ts';

const ICONS = {
  deposit: <ArrowDownToLine aria-hidden />,
  withdrawal: <ArrowUpFromLine aria-hidden />,
  payment: <Send aria-hidden />,
  prediction: <ChartCandlestick aria-hidden />,
} as const;
/** As much of an address as people compare. */
const START = 6;
const END = 4;

/** The person’s last payments and their last prediction as they stand: one press says that the ticket is about one of them. */
export function LatestList(props: { readonly items: readonly Latest[]; readonly onChoose: (about: About) => void }) {
  const { t } = useTranslation('support');
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="mb-1.5 text-13 font-540 text-mut">
        {t('latest')}
      </h2>
      <ul className="divide-y divide-line rounded-field bg-s2">
        {props.items.map((item) => (
          <LatestRow key={aboutLatest(item).ref} item={item} onChoose={props.onChoose} />
        ))}
      </ul>
    </section>
  );
}

function LatestRow({ item, onChoose }: { readonly item: Latest; readonly onChoose: (about: About) => void }) {
  const { t } = useTranslation('support');
  const what = useId();
  return (
    <li className="flex items-center gap-3 py-2 ps-3 pe-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-mut">
      {iconOf(item)}
      <div id={what} className="min-w-0 flex-1">
        <LatestWords item={item} />
      </div>
      <Button size="sm" variant="outline" aria-describedby={what} onClick={() => onChoose(aboutLatest(item))}>
        {t('latest.attach')}
      </Button>
    </li>
  );
}

function iconOf(item: Latest): ReactNode {
  const { kind } = aboutLatest(item);
  return kind in ICONS ? ICONS[kind as keyof typeof ICONS] : null;
}

/** What it is, how it stands now, and when it began. */
export function LatestWords({ item }: { readonly item: Latest }) {
  const at = timeOf(item);
  if (item.kind === 'moved') return <MovedWords of={item.of} at={at} />;
  return item.kind === 'incoming' ? <IncomingWords of={item.of} at={at} /> : <PredictedWords of={item.of} at={at} />;
}

function Words(props: { readonly title: ReactNode; readonly parts: readonly ReactNode[]; readonly at: number }) {
  const parts = props.parts.filter((part) => part !== null);
  return (
    <>
      <p className="flex flex-wrap gap-x-2 font-540">{props.title}</p>
      <p className="text-13 text-mut text-pretty">
        {parts.map((part, index) => (
          // Their order is theirs for good.
          <Fragment key={index}>{part} · </Fragment>
        ))}
        <Moment at={props.at} to="minute" />
      </p>
    </>
  );
}

function MovedWords({ of, at }: { readonly of: Moved; readonly at: number }) {
  const { t } = useTranslation(['cashier', 'withdraw']);
  const { withdrawal, other } = of;
  const title = (
    <>
      {t(`type.${of.type}`)} <Own amount={of.amountStr.replace('-', '')} />
    </>
  );
  if (withdrawal === null) {
    const name = other?.name;
    const details = name === undefined ? null : t(of.direction === 'out' ? 'details.to' : 'details.from', { name });
    return <Words title={title} parts={[details, t(`status.${of.status}`)]} at={at} />;
  }
  const { token, address, state } = withdrawal;
  const details = (
    <bdi>{t('details.withdrawal', { token, address: `${address.slice(0, START)}…${address.slice(-END)}` })}</bdi>
  );
  return <Words title={title} parts={[details, t(`withdraw:${WITHDRAWAL_WORDS[state]}`)]} at={at} />;
}

function IncomingWords({ of, at }: { readonly of: Incoming; readonly at: number }) {
  const { t } = useTranslation(['deposit', 'cashier']);
  const formats = useFormats();
  const { coin, status } = of;
  const said = status === 'SUPPORT' && coin === null ? t('status.wrong') : null;
  const counts = { seen: formats.number(of.confirmations), needed: formats.number(of.needed) };
  const title = (
    <>
      {t('cashier:type.deposit')} {Number(of.amountStr) === 0 ? null : <Own amount={of.amountStr} />}
    </>
  );
  // How little is kept is not known here: the page of deposits says it.
  const state = status === 'DUST' || status === 'CREDITED' ? null : (said ?? t(`status.${status}`, counts));
  return <Words title={title} parts={[<bdi key="coin">{coin ?? t('coin.unknown')}</bdi>, state]} at={at} />;
}

function PredictedWords({ of, at }: { readonly of: Predicted; readonly at: number }) {
  const { t } = useTranslation(['trading', 'history', 'support']);
  const word = { WIN: 'won', LOSE: 'lost', TIE: 'tie', SOLD: 'sold', VOID: 'void' } as const;
  return (
    <Words
      title={
        <>
          {t('support:about.what', { kind: 'prediction' })} <bdi>{pairLabel(of.pair)}</bdi> <Own amount={of.stakeStr} />
        </>
      }
      parts={[
        t(of.direction === 'UP' ? 'dir.up' : 'dir.down'),
        of.outcome === null ? t('history:result.open') : t(`result.${word[of.outcome]}`),
      ]}
      at={at}
    />
  );
}
