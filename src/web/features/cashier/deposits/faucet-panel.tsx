import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useDepositNews, type Coin } from './use-deposits.ts';

/** Test money of a sandbox's own chain: it takes the same way as real money would. */
export function FaucetPanel({ coin, isOpen }: { readonly coin: Coin; readonly isOpen: boolean }) {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const news = useDepositNews();
  const call = useSend('deposits.faucet', {
    onDone: ({ amountStr }) => {
      showToast({
        id: 'faucet',
        tone: 'ok',
        title: t('faucet.sent', { amount: `${formats.number(amountStr, 2)} ${coin}` }),
      });
      void news();
    },
  });
  const off = call.busy || !isOpen;
  return (
    <Panel
      title={t('faucet.title')}
      text={t('faucet.text')}
      end={
        <Button aria-disabled={off} onClick={() => (off ? undefined : void call.send({ body: { token: coin } }))}>
          {call.busy ? t('faucet.sending') : t('faucet.send', { coin })}
        </Button>
      }
    >
      {call.problem === null ? null : (
        <PanelBody>
          <ProblemBox problem={call.problem} />
        </PanelBody>
      )}
    </Panel>
  );
}
