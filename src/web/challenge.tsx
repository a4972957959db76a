import { Hourglass } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from './api/api-error.ts';
import { fetchCode } from './fetch-code.ts';
import { countdown } from './i18n/format.ts';
import { useTranslation } from './i18n/use-translation.ts';
import { retryWithProof } from './ui/call/retry-with-proof.ts';
import type { Proof, Task } from './ui/call/retry-with-proof.ts';
import { Button } from './ui/button.tsx';
import { useLeft } from './use-left.ts';

/** The wait was ended by the person: there is nothing to say of it. */
export class Abandoned extends ApiError {
  constructor() {
    super(0, { error: { code: 'GivenUp', title: '', message: '', action: 'okay', details: {} }, requestId: '' }, null);
  }
}

export interface Challenge {
  /** Runs an act. Where the server asks for patience, waits, lets the browser solve the task, and runs it again with the proof. */
  readonly run: <T>(act: (proof: Proof) => Promise<T>) => Promise<T>;
  /** Wall ms at which the act is sent again; null: nothing waits. */
  readonly until: number | null;
  readonly stop: () => void;
}

/** Rejects when `signal` ends it. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(new Abandoned());
    });
  });
}

/** Waits and solves at the same time. */
async function prove({ challenge, difficulty, waitMs }: Task, signal: AbortSignal): Promise<Proof> {
  try {
    const { solve } = await fetchCode(() => import('./api/challenge.ts'));
    const [proof] = await Promise.all([solve(challenge, difficulty, signal), sleep(waitMs, signal)]);
    return { challenge, proof };
  } catch (error) {
    throw signal.aborted ? new Abandoned() : error;
  }
}

/** For forms that try something guessable: after many tries the server wants a wait and a proof of work before the next one. */
export function useChallenge(): Challenge {
  const [until, setUntil] = useState<number | null>(null);
  const waiting = useRef<AbortController | null>(null);
  const stop = useCallback(() => waiting.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const run = useCallback<Challenge['run']>(
    (act) =>
      retryWithProof(act, (task) => {
        waiting.current = new AbortController();
        setUntil(Date.now() + task.waitMs);
        return prove(task, waiting.current.signal).finally(() => setUntil(null));
      }),
    [],
  );
  return useMemo(() => ({ run, until, stop }), [run, until, stop]);
}

/** Why the form waits, how long still, and the way out of it. */
export function ChallengeNote({ of }: { readonly of: Challenge }) {
  return of.until === null ? null : <Note until={of.until} onStop={of.stop} />;
}

function Note({ until, onStop }: { readonly until: number; readonly onStop: () => void }) {
  const { t } = useTranslation('common');
  const left = useLeft(until);
  return (
    <div data-patience className="flex items-start gap-2.5 rounded-field bg-warn-soft px-3.5 py-2.5 text-13 text-mut">
      <Hourglass aria-hidden className="mt-px size-4.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <output className="block font-620 text-text">{t('patience.title')}</output>
        {/* Not in the live region: it would be read out each second. */}
        <p>{left > 0 ? t('patience.text', { time: countdown(left) }) : t('patience.work')}</p>
      </div>
      <Button size="sm" variant="ghost" onClick={onStop}>
        {t('btn.cancel')}
      </Button>
    </div>
  );
}
