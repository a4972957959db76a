import { useTranslation } from '#web/i18n/use-translation.ts';
import { ChallengeNote } from '#web/challenge.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import type { Send } from '#web/ui/call/use-call.ts';
import { Num } from '#web/ui/num.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { Banner } from '#web/ui/states.tsx';
import { receiveText } from './amounts.ts';
import { AddressText } from './address-text.tsx';

/** What is to be withdrawn, as it is reviewed. */
export interface Wish {
  readonly network: string;
  readonly networkName: string;
  readonly token: string;
  readonly address: string;
  /** Of a saved address. */
  readonly label: string | null;
  readonly amount: string;
  readonly feeStr: string;
  readonly receive: string;
  /** What one of the coin costs; null: each is a dollar. */
  readonly rate: string | null;
}

/** Where it goes, once more, before the money leaves. */
export function ReviewSheet(props: {
  readonly wish: Wish;
  /** Of whoever keeps the form: the same withdrawal reviewed again, after an answer that was lost, is the same one. */
  readonly send: Send<'cashier.withdraw'>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const { wish, send } = props;
  const { network, token, address, amount, feeStr } = wish;
  const { rate } = wish;
  const asked = { transfer: false as const, network, token, address, amount, fee: feeStr };
  const press = () => send.send({ body: rate === null ? asked : { ...asked, rate } });
  return (
    <Sheet open onOpenChange={(isOpen) => (isOpen ? undefined : props.onClose())} title={t('sheet.title')}>
      <div className="grid gap-4">
        <div className="rounded-field bg-s2 p-4">
          <p className="text-13 text-mut">
            {t('to')}
            {wish.label === null ? null : (
              <>
                {': '}
                <bdi className="font-540 text-text">{wish.label}</bdi>
              </>
            )}
          </p>
          <AddressText address={address} className="mt-1 block text-14" />
        </div>
        <KeyValues
          items={[
            { id: 'network', label: t('network'), value: `${token} · ${wish.networkName}` },
            { id: 'leaves', label: t('sheet.leaves'), value: <Num>{formats.money(amount)}</Num> },
            { id: 'fee', label: t('fee'), value: <Num>{formats.money(feeStr)}</Num> },
            ...(rate === null ? [] : [{ id: 'rate', label: t('rate'), value: <Num>{formats.money(rate)}</Num> }]),
            {
              id: 'receive',
              label: t('receive'),
              value: <Num>{`${receiveText(formats, wish.receive, rate)} ${token}`}</Num>,
              big: true,
            },
          ]}
        />
        <Banner tone="warn">{t('sheet.warn')}</Banner>
        {wish.label === null ? <p className="text-13 text-mut">{t('other_hint')}</p> : null}
        <ProblemBox problem={send.problem} />
        <ChallengeNote of={send.patience} />
        <Button variant="primary" size="lg" wide aria-disabled={send.busy} onClick={() => void press()}>
          {t('sheet.send', { amount: formats.money(amount) })}
        </Button>
      </div>
    </Sheet>
  );
}
