import { Coins } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { fromDecimal, toDecimal, type Usdt } from '#domain/money.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { wholeBelow } from './amount.ts';

/** Not enough to stake: what is missing, and the way on: the amount that fits, a refill on demo; on the real account a deposit, or practice on demo. */
export function FundsSheet(props: {
  readonly open: boolean;
  readonly realm: 'real' | 'demo';
  readonly stake: Usdt;
  readonly cash: string;
  readonly minStake: number;
  readonly onOpenChange: (open: boolean) => void;
  readonly onRefill: () => void;
  readonly onFit: (amount: string) => void;
}) {
  const { t } = useTranslation('trading');
  const { t: common } = useTranslation('common');
  const formats = useFormats();
  const { config, locale } = useShell();
  const fit = wholeBelow(fromDecimal(props.cash, 6));
  const fits = fit !== null && Number(fit) >= props.minStake;
  const close = () => props.onOpenChange(false);
  return (
    <Sheet open={props.open} onOpenChange={props.onOpenChange} title={t('funds.title')} bare>
      <ErrorNote
        title={t('funds.title')}
        text={
          <>
            {t('funds.text', { amount: formats.money(toDecimal(props.stake, 2)), balance: formats.own(props.cash) })}
            {props.realm === 'real' ? ` ${t('funds.real')}` : ''}
          </>
        }
        actions={
          <>
            {props.realm === 'demo' ? (
              <Button
                variant="primary"
                onClick={() => {
                  props.onRefill();
                  close();
                }}
              >
                <Coins aria-hidden className="size-4" />
                {t('demo.refill')}
              </Button>
            ) : (
              <>
                <a
                  href={link(config, 'dashboard', pathOf('deposit', locale))}
                  className={buttonClass({ variant: 'primary' })}
                >
                  {common('cash.deposit')}
                </a>
                <a href={link(config, 'main', pathOf('trading-demo', locale))} className={buttonClass()}>
                  {t('funds.demo')}
                </a>
              </>
            )}
            {fits ? (
              <Button
                onClick={() => {
                  props.onFit(fit);
                  close();
                }}
              >
                {t('funds.fit', { amount: formats.own(fit, { places: 0 }) })}
              </Button>
            ) : null}
            <Button variant="ghost" onClick={close}>
              {t('btn.close')}
            </Button>
          </>
        }
      />
    </Sheet>
  );
}
