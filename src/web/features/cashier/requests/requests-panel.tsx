import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import { Face } from '../face.tsx';
import { ReviewSheet, type Wish } from '../review-sheet.tsx';
import { ofPayment, useCashierNews } from '../use-cashier.ts';
import { AskSheet } from './ask-sheet.tsx';
import { ShareSheet } from './share-sheet.tsx';
import { LINKED, partsOf, type Request } from './shown.ts';
import { useLinked, useRequests } from './use-requests.ts';

type Open = { readonly what: 'ask' } | { readonly what: 'share'; readonly request: Request };

/** What one is asked for, and what one asks for. */
export function RequestsPanel() {
  const { t } = useTranslation('cashier');
  const [open, setOpen] = useState<Open | null>(null);
  const [paying, setPaying] = useState<Wish | null>(null);
  const { data: asked = [] } = useRequests('in');
  const { data: own = [] } = useRequests('out');
  const close = () => setOpen(null);
  return (
    <>
      <Panel
        title={t('req.title')}
        text={t('req.text')}
        end={
          <Button size="sm" onClick={() => setOpen({ what: 'ask' })}>
            <Plus aria-hidden className="size-4" />
            {t('req.ask')}
          </Button>
        }
      >
        {asked.length + own.length === 0 ? <PanelRow icon={<Link2 aria-hidden />} title={t('req.empty')} /> : null}
        {asked.map((request) => (
          <Asked key={request.id} request={request} onPay={setPaying} />
        ))}
        {own.map((request) => (
          <Own key={request.id} request={request} all={own} onShare={() => setOpen({ what: 'share', request })} />
        ))}
      </Panel>
      {open?.what === 'ask' ? (
        <AskSheet
          onClose={close}
          onMade={([first]) => (first?.other === null ? setOpen({ what: 'share', request: first }) : close())}
        />
      ) : null}
      {open?.what === 'share' ? <ShareSheet request={open.request} onClose={close} /> : null}
      {paying === null ? null : <Paying wish={paying} onClose={() => setPaying(null)} />}
    </>
  );
}

interface Answering {
  readonly onPay: (wish: Wish) => void;
}

/** The request that the address of the page names: before all else, for it is what one has come for. */
export function LinkedRequest() {
  const [search] = useSearchParams();
  const [paying, setPaying] = useState<Wish | null>(null);
  const id = search.get(LINKED);
  if (id === null) return null;
  return (
    <>
      <LinkedPanel id={id} onPay={setPaying} />
      {paying === null ? null : <Paying wish={paying} onClose={() => setPaying(null)} />}
    </>
  );
}

function LinkedPanel({ id, onPay }: Answering & { readonly id: string }) {
  const { t } = useTranslation('cashier');
  const { data, isError } = useLinked(id);
  if (isError) return <Panel title={t('req.gone')} />;
  // One's own stands in the list below.
  if (data?.direction !== 'in') return null;
  return (
    <Panel title={t('req.title')}>
      <Asked request={data} onPay={onPay} isLinked />
    </Panel>
  );
}

/** Somebody asks for money: to be paid, or declined by who was asked by name. */
function Asked({ request, onPay, isLinked }: Answering & { readonly request: Request; readonly isLinked?: true }) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const news = useCashierNews();
  const decline = useSend('cashier.declineRequest', { toast: 'decline-request', onDone: news });
  const look = useSend('cashier.estimate', { toast: 'pay-request' });
  const { id, to, amountStr: amount } = request;
  const words = { amount: formats.own(amount), name: request.other?.name ?? '' };
  const pay = async () => {
    const found = await look.send({ body: { transfer: true, to, amount } });
    if (found !== null) onPay({ to, amount, note: request.note ?? '', found: ofPayment(found), request: id });
  };
  return (
    <PanelRow
      stack
      icon={<Face of={request.other} />}
      title={t('req.row_in', words)}
      text={<About request={request} />}
      end={
        request.state === 'OPEN' ? (
          <>
            <Button size="sm" variant="primary" aria-label={t('req.pay_one', words)} onClick={() => void pay()}>
              {t('req.pay')}
            </Button>
            {isLinked === true ? null : (
              <Button
                size="sm"
                aria-label={t('req.decline_one', words)}
                onClick={() => void decline.send({ params: { id } })}
              >
                {t('req.decline')}
              </Button>
            )}
          </>
        ) : undefined
      }
    />
  );
}

/** What one asks for: the link of one that anybody may pay is shared. */
function Own(props: { readonly request: Request; readonly all: readonly Request[]; readonly onShare: () => void }) {
  const { request } = props;
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const news = useCashierNews();
  const cancel = useSend('cashier.cancelRequest', { toast: 'cancel-request', onDone: news });
  const words = { amount: formats.own(request.amountStr), name: request.other?.name ?? '' };
  return (
    <PanelRow
      stack
      icon={<Face of={request.other} />}
      title={t(request.other === null ? 'req.row_link' : 'req.row_out', words)}
      text={<About request={request} all={props.all} />}
      end={
        request.state === 'OPEN' ? (
          <>
            {request.other === null ? (
              <Button size="sm" aria-label={t('req.share_one', words)} onClick={props.onShare}>
                {t('req.share')}
              </Button>
            ) : null}
            <Button
              size="sm"
              aria-label={t('req.cancel_one', words)}
              onClick={() => void cancel.send({ params: { id: request.id } })}
            >
              {t('req.cancel')}
            </Button>
          </>
        ) : undefined
      }
    />
  );
}

const TONES = {
  OPEN: 'warn',
  PAYING: 'plain',
  PAID: 'ok',
  DECLINED: 'plain',
  CANCELLED: 'plain',
  EXPIRED: 'plain',
} as const;

function About({ request, all = [] }: { readonly request: Request; readonly all?: readonly Request[] }) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const { state, note, split } = request;
  const parts = split === null ? null : partsOf(split, all);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Chip tone={TONES[state]}>{t(`req.state.${state}`)}</Chip>
      {note === null ? null : <bdi className="break-words">{note}</bdi>}
      {state === 'OPEN' ? (
        <span>{t('req.until', { until: formats.deadline(Date.parse(request.expiresAt)) })}</span>
      ) : null}
      {parts === null || parts.count < 2 ? null : <span>{t('req.part', parts)}</span>}
    </span>
  );
}

function Paying({ wish, onClose }: { readonly wish: Wish; readonly onClose: () => void }) {
  const news = useCashierNews();
  const pay = useSend('cashier.withdraw', {
    onDone: async () => {
      await news();
      onClose();
    },
  });
  return <ReviewSheet wish={wish} pay={pay} onClose={onClose} />;
}
