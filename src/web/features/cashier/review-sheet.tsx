import { useTranslation } from '#web/i18n/use-translation.ts';
import { ChallengeNote } from '#web/challenge.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { focusPart } from '#web/ui/focus-part.ts';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import type { Send } from '#web/ui/call/use-call.ts';
import { Num } from '#web/ui/num.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { Banner } from '#web/ui/states.tsx';
import { Face } from './face.tsx';
import type { Estimate } from './use-cashier.ts';

/** What is to be paid, and what the server says of it. */
export interface Wish {
  readonly to: string;
  readonly amount: string;
  readonly note: string;
  readonly found: Estimate;
  /** The request that it answers. */
  readonly request?: string;
}

/** Who it is for, once more, before the money leaves. */
export function ReviewSheet(props: {
  readonly wish: Wish;
  /** Of whoever keeps the form: the same payment reviewed again, after an answer that was lost, is the same one. */
  readonly pay: Send<'cashier.withdraw'>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const { wish, pay } = props;
  const { to, amount, note, found, request } = wish;
  const { payee, gates } = found;
  const open = gates.find(({ state }) => state === 'open');
  const shown = formats.money(amount);
  const send = () =>
    pay.send({
      body: {
        transfer: true,
        to,
        amount,
        ...(note === '' ? {} : { note }),
        ...(request === undefined ? {} : { request }),
        ...(payee === null ? {} : { confirmed: payee.id }),
      },
    });
  // Once the sheet is gone, which keeps the focus while it stands.
  const leave = () => {
    props.onClose();
    setTimeout(() => focusPart(document.body, 'gates'));
  };
  return (
    <Sheet open onOpenChange={(isOpen) => (isOpen ? undefined : props.onClose())} title={t('review.title')}>
      <div className="grid gap-4">
        {payee === null ? null : (
          <div className="flex items-center gap-3">
            <Face of={payee} />
            <div className="min-w-0">
              <p className="truncate font-620">
                <bdi>{payee.name}</bdi>
              </p>
              {request === undefined ? (
                <p className="truncate text-13 text-mut">
                  <bdi>{to}</bdi>
                </p>
              ) : null}
            </div>
          </div>
        )}
        <KeyValues
          items={[
            { id: 'amount', label: t('review.amount'), value: <Num>{shown}</Num>, big: true },
            { id: 'fee', label: t('review.fee'), value: <Num>{formats.money(found.feeStr)}</Num> },
            ...(note === '' ? [] : [{ id: 'note', label: t('pay.note'), value: <bdi>{note}</bdi> }]),
          ]}
        />
        {payee?.resembles ? (
          <Banner tone="bad" title={t('review.like.title')}>
            {t(`review.like.${payee.resembles.by}`, { name: payee.resembles.name })}
          </Banner>
        ) : null}
        {payee?.paidBefore === false ? (
          <Banner tone="warn" title={t('review.first.title')}>
            {t('review.first.text')}
          </Banner>
        ) : null}
        <p className="text-13 text-mut">{t('review.recall', { seconds: found.recallSeconds })}</p>
        <ProblemBox problem={pay.problem} />
        <ChallengeNote of={pay.patience} />
        <Button
          variant="primary"
          size="lg"
          wide
          aria-disabled={pay.busy}
          onClick={() => (open === undefined ? void send() : leave())}
        >
          {open === undefined ? t('review.pay', { amount: shown }) : t('review.blocked')}
        </Button>
      </div>
    </Sheet>
  );
}
