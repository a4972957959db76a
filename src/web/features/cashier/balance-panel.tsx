import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Own } from '#web/money/own.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { payIdText } from './pay-amount.ts';
import type { Estimate } from './use-cashier.ts';

/** What there is, and what of it may leave. */
export function BalancePanel({
  now,
}: {
  readonly now: Pick<Estimate, 'cashStr' | 'freeStr' | 'toPlay' | 'toPlayStr'>;
}) {
  const { t } = useTranslation('cashier');
  return (
    <Panel title={t('balance.title')} end={<Own amount={now.cashStr} className="text-18 font-620" />}>
      <PanelBody>
        <KeyValues
          items={[
            { id: 'free', label: t('balance.free'), value: <Own amount={now.freeStr} /> },
            ...(now.toPlay > 0
              ? [{ id: 'play', label: t('balance.to_play'), value: <Own amount={now.toPlayStr} /> }]
              : []),
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** By which others pay the person. */
export function PayIdPanel({ payId }: { readonly payId: string }) {
  const { t } = useTranslation('cashier');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(payId).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Panel title={t('payid.title')} text={t('payid.text')}>
      <PanelBody>
        <div className="flex items-center gap-2">
          <Num className="flex-1 text-18 font-620 select-all">{payIdText(payId)}</Num>
          <IconButton label={copied ? t('payid.copied') : t('payid.copy')} onClick={copy}>
            {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          </IconButton>
        </div>
      </PanelBody>
    </Panel>
  );
}
