import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { COIN_DECIMALS } from '#domain/cashier/coin-networks.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { useSupportLink } from '#web/support-link.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import type { Transaction } from './use-cashier.ts';

/** Digits of a dollar coin that are shown. */
const USDT_PLACES = 2;

/** One line of a movement, as it is shown and as it is copied. */
export interface MovementLine {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** Letters and digits that people compare: whole, and from left to right in every language. */
  readonly isCode?: true;
  readonly href?: string | null;
  readonly big?: true;
}

/** All that is known of one row of the wallet history, line by line. */
export function useMovementLines(row: Transaction): readonly MovementLine[] {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const { withdrawal, deposit, other, note } = row;
  const status =
    withdrawal !== null && row.status === 'RECALLED' ? 'status.returned' : (`status.${row.status}` as const);
  const rateOf = ({ token, rate }: { readonly token: string; readonly rate: string | null }): readonly MovementLine[] =>
    rate === null
      ? []
      : [{ id: 'rate', label: t('sheet.rate'), text: t('details.rate', { coin: token, amount: formats.money(rate) }) }];
  const hashOf = (of: { readonly txHash: string | null; readonly txLink: string | null }): readonly MovementLine[] =>
    of.txHash === null ? [] : [{ id: 'hash', label: t('sheet.hash'), text: of.txHash, isCode: true, href: of.txLink }];
  return [
    { id: 'amount', label: t('col.amount'), text: formats.own(row.amountStr, { signed: true }), big: true },
    { id: 'status', label: t('col.status'), text: t(status) },
    { id: 'time', label: t('col.time'), text: formats.dateTime(Date.parse(row.at)) },
    ...(other === null
      ? []
      : [
          {
            id: 'other',
            label: t('col.details'),
            text: t(row.direction === 'out' ? 'details.to' : 'details.from', { name: other.name }),
          },
        ]),
    ...(note === null ? [] : [{ id: 'note', label: t('pay.note'), text: note }]),
    ...(row.sandbox ? [{ id: 'sandbox', label: t('col.details'), text: t('details.sandbox') }] : []),
    ...(withdrawal === null
      ? []
      : [
          { id: 'fee', label: t('sheet.fee'), text: formats.own(withdrawal.feeStr) },
          {
            id: 'receive',
            label: t('sheet.receive'),
            text:
              withdrawal.coins === null
                ? formats.ownIn(withdrawal.token, withdrawal.receiveStr, USDT_PLACES)
                : formats.ownIn(withdrawal.token, withdrawal.coins, COIN_DECIMALS),
          },
          ...rateOf(withdrawal),
          { id: 'network', label: t('sheet.network'), text: withdrawal.network },
          {
            id: 'address',
            label: t('sheet.address'),
            text: withdrawal.tag === '' ? withdrawal.address : `${withdrawal.address} · ${withdrawal.tag}`,
            isCode: true as const,
          },
          ...hashOf(withdrawal),
        ]),
    ...(deposit === null
      ? []
      : [
          {
            id: 'coins',
            label: t('col.details'),
            text: t('details.deposit', {
              coins:
                deposit.coins === null
                  ? deposit.token
                  : formats.ownIn(deposit.token, deposit.coins, deposit.rate === null ? USDT_PLACES : COIN_DECIMALS),
              network: deposit.network,
            }),
          },
          ...rateOf(deposit),
          ...hashOf(deposit),
        ]),
    { id: 'id', label: t('col.id'), text: row.id, isCode: true },
  ];
}

/** What people can ask about, by the type of a row. */
const ASKED = { deposit: 'deposit', withdrawal: 'withdrawal', payment: 'payment' } as const;
const askedOf = (type: Transaction['type']) => Object.entries(ASKED).find(([one]) => one === type)?.[1] ?? null;

/** One row of the wallet history with everything in full, to keep and to ask about. */
export function MovementSheet({ row, onClose }: { readonly row: Transaction; readonly onClose: () => void }) {
  const { t } = useTranslation('cashier');
  const { t: common } = useTranslation('common');
  const support = useSupportLink();
  const [copied, setCopied] = useState(false);
  const lines = useMovementLines(row);
  const asked = askedOf(row.type);
  const title = t(`type.${row.type}`);
  const copy = () => {
    const text = [title, ...lines.map(({ label, text: value }) => `${label}: ${value}`)].join('\n');
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Sheet open onOpenChange={onClose} title={title}>
      <div className="grid gap-5" data-movement={row.id}>
        <KeyValues
          items={lines.map(({ id, label, big, ...line }) => ({
            id,
            label,
            value: <Value {...line} />,
            ...(big === true ? { big } : {}),
            prose: line.isCode === true,
          }))}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button onClick={copy}>
            {copied ? <Check aria-hidden className="size-4 text-ok" /> : <Copy aria-hidden className="size-4" />}
            <output>{copied ? t('payid.copied') : common('btn.copy')}</output>
          </Button>
          {asked === null ? null : (
            <a
              href={support({ kind: asked, ref: row.id })}
              data-way="support"
              className="inline-flex min-h-6 items-center font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
            >
              {common('btn.contact_support')}
            </a>
          )}
        </div>
      </div>
    </Sheet>
  );
}

function Value({ text, isCode, href }: Pick<MovementLine, 'text' | 'isCode' | 'href'>) {
  if (isCode !== true) return <bdi>{text}</bdi>;
  const code = (
    <bdi dir="ltr" className="font-mono text-12 break-all">
      {text}
    </bdi>
  );
  if (href === undefined || href === null) return code;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center text-brand-text underline"
    >
      {code}
    </a>
  );
}
