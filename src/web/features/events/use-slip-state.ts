import { useCallback, useState, useSyncExternalStore } from 'react';
import { fromDecimal, type Usdt } from '#domain/money.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { RULES_READ, readStored, writeStored } from '#web/api/stored.ts';
import { showToast } from '#web/ui/toast.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';

/** So many markets whose rules were read are remembered, the last ones. */
const REMEMBERED = 50;

const read = () => readStored(RULES_READ) ?? '';
/** The server knows nobody's reading: a page begins as it drew it, and hears of the browser then. */
const ofServer = () => '';
const idsIn = (text: string): readonly string[] => text.split(' ').filter((id) => id !== '');

function watchStored(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Has the person said that they read the rules of a market? This browser remembers it. */
export function useRulesRead(id: string) {
  const [told, setTold] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const stored = useSyncExternalStore(watchStored, read, ofServer);
  const isRead = told.get(id) ?? idsIn(stored).includes(id);
  const onRead = (yes: boolean) => {
    const others = idsIn(read()).filter((one) => one !== id);
    writeStored(RULES_READ, (yes ? [...others, id] : others).slice(-REMEMBERED).join(' '));
    setTold((was) => new Map([...was, [id, yes]]));
  };
  return { read: isRead, onRead };
}

/** What can be spent: the balance that the private socket tells, and before that what the session came with. */
export function useCash() {
  const { state, client, realm } = useSession();
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const [heard, setHeard] = useState<{ readonly of: string; readonly text: string } | null>(null);
  const person = state.status === 'ready' ? state.user : null;
  const text = person === null ? null : heard?.of === person.id ? heard.text : person.totalBalanceStr;
  const cash: Usdt | null = text === null ? null : fromDecimal(text, 6);
  const id = person?.id ?? '';
  const hear = useCallback((next: string) => setHeard({ of: id, text: next }), [id]);
  const refill = () => {
    if (realm !== 'demo') return;
    client.call('user.refreshDemoBalance').then(
      ({ totalBalanceStr }) => {
        hear(totalBalanceStr);
        showToast({ id: 'refill', tone: 'info', title: t('demo.refilled', { amount: formats.own(totalBalanceStr) }) });
      },
      (error: Partial<ApiError>) => showToast({ id: 'refill', tone: 'warn', title: error.title ?? t('load.failed') }),
    );
  };
  return { text, cash, hear, refill };
}
