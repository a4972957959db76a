import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import { ApiError } from '#web/api/api-error.ts';
import { askAgain } from '#web/api/ask-again.ts';
import type { Client } from '#web/api/client.ts';
import { useSession } from '#web/api/session.tsx';
import { KeptKey } from '#web/ui/call/kept-key.ts';
import { showToast } from '#web/ui/toast.tsx';

const ANSWER_WITHIN_MS = 8_000;
/** Without an answer the same request goes out again under the same key, so that it can never wait twice. */
const CHECKS_AFTER_MS: readonly number[] = [500, 2_000, 4_000];

/** A request for a prediction that opens later. Amounts and prices are decimal texts. */
export interface Wanted {
  readonly pair: string;
  readonly direction: Direction;
  readonly stake: string;
  readonly durationSec: number;
  readonly minPayout: number;
  readonly price?: string;
  readonly at?: string;
}

async function carry(client: Client, body: Wanted, key: KeptKey): Promise<ScheduledWire> {
  const options = { idempotencyKey: key.of(body), timeoutMs: ANSWER_WITHIN_MS };
  try {
    const entry = await askAgain(() => client.call('scheduled.place', { body }, options), { waits: CHECKS_AFTER_MS });
    key.answered();
    return entry;
  } catch (error) {
    key.failed(error);
    throw error;
  }
}

/** Sends one at a time; `onDone` when it waits. */
export function useSchedule(onDone: () => void) {
  const { t } = useTranslation('later');
  const { t: trading } = useTranslation('trading');
  const { client } = useSession();
  const [sending, setSending] = useState<Direction | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [key] = useState(() => new KeptKey());
  const schedule = async (wanted: Wanted) => {
    setSending(wanted.direction);
    setRefused(null);
    try {
      const entry = await carry(client, wanted, key);
      const direction = entry.direction === 'UP' ? trading('dir.up') : trading('dir.down');
      const pair = entry.pair.split('-')[0] ?? entry.pair;
      showToast({ id: entry.id, tone: 'info', title: t('placed', { pair, direction }), lasts: 4_000 });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
    } finally {
      setSending(null);
    }
  };
  return { schedule, sending, refused };
}
