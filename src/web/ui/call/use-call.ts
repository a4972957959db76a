import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import type { CallAnswer, CallInput, CallName } from '#web/api/calls.ts';
import type { Client } from '#web/api/client.ts';
import { useClient } from '#web/api/session.tsx';
import { useChallenge } from '#web/challenge.tsx';
import type { Challenge } from '#web/challenge.tsx';
import type { Proof } from './retry-with-proof.ts';
import { useStepUp } from '#web/step-up-context.ts';
import { KeptKey } from './kept-key.ts';
import { useProblemOf } from './problem.ts';
import { useProblemToast } from './problem-toast.ts';
import type { Problem, ProblemWords } from './problem.ts';

export interface Call {
  readonly busy: boolean;
  /** What went wrong last; null while it runs, and where it went well. */
  readonly problem: Problem | null;
  /** The last run went well. */
  readonly done: boolean;
  /** For `ChallengeNote`: the server wants a wait and a proof of work first. */
  readonly patience: Challenge;
  /**
   * Runs an act; null: it was refused, or one runs already. A step-up that the server asks for is asked for, and an act that hands on
   * the `proof` it is given is sent again after a challenge.
   */
  readonly run: <T>(act: (proof: Proof) => Promise<T>) => Promise<T | null>;
  readonly clear: () => void;
}

export interface CallSettings {
  readonly words?: ProblemWords;
  /** There is no place for a box: problems are said over the page, and one of the same id takes the place of the last. */
  readonly toast?: string;
  /** The person closed what was asked on the way: a step-up, or a wait. */
  readonly onClosed?: () => void;
}

type State = Pick<Call, 'busy' | 'problem' | 'done'>;
const IDLE: State = { busy: false, problem: null, done: false };

/** One call at a time: whether it runs, what went wrong, and whether it is done. */
export function useCall(settings: CallSettings = {}): Call {
  const [state, setState] = useState(IDLE);
  const running = useRef(false);
  const latest = useRef(settings);
  useEffect(() => {
    latest.current = settings;
  });
  const guard = useStepUp();
  const patience = useChallenge();
  const problemOf = useProblemOf();
  const sayOver = useProblemToast();
  const { run: patiently } = patience;
  const run = useCallback<Call['run']>(
    async (act) => {
      if (running.current) return null;
      running.current = true;
      setState({ ...IDLE, busy: true });
      try {
        const answer = await guard(() => patiently(act));
        setState({ ...IDLE, done: true });
        return answer;
      } catch (error) {
        const { words, toast } = latest.current;
        const problem = problemOf(error, words);
        // What is no refusal is a fault of ours: it is said all the same, and told to whoever listens for faults.
        if (problem?.code === 'UnexpectedError' && !(error instanceof ApiError)) reportError(error);
        setState(toast === undefined ? { ...IDLE, problem } : IDLE);
        if (problem === null) latest.current.onClosed?.();
        if (toast !== undefined) sayOver(error, { id: toast, ...(words === undefined ? {} : { words }) });
        return null;
      } finally {
        running.current = false;
      }
    },
    [guard, patiently, problemOf, sayOver],
  );
  const clear = useCallback(() => setState(IDLE), []);
  return useMemo(() => ({ ...state, patience, run, clear }), [state, patience, run, clear]);
}

export interface Send<N extends CallName> extends Omit<Call, 'run'> {
  /** The answer; null: it was refused, or one runs already. */
  readonly send: (input?: CallInput<N>) => Promise<CallAnswer<N> | null>;
}

/**
 * The same for one call of the API: `onDone` hears the answer before the call counts as done. Sent again while nobody said what became
 * of it, it carries the key it had, so that it happens once.
 */
export function useSend<N extends CallName>(
  name: N,
  settings: CallSettings & { readonly onDone?: (answer: CallAnswer<N>) => unknown; readonly client?: Client } = {},
): Send<N> {
  const { run, ...call } = useCall(settings);
  const client = useClient(settings.client);
  const [key] = useState(() => new KeptKey());
  const { onDone } = settings;
  const send = async (input?: CallInput<N>) =>
    run(async (proof) => {
      const idempotencyKey = key.of(input);
      const body = (input as { readonly body?: object } | undefined)?.body;
      const whole = body === undefined ? input : { ...(input as object), body: { ...body, ...proof } };
      try {
        const answer = await client.call(name, whole as CallInput<N>, { idempotencyKey });
        key.answered();
        await onDone?.(answer);
        return answer;
      } catch (error) {
        key.failed(error);
        throw error;
      }
    });
  return { ...call, send };
}
