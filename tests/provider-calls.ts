import type { OutgoingCall } from '#server/providers/contract.ts';
import type { Provider, SeatTypes } from '#server/providers/index.ts';

/**
 * The calls of a provider whose server gives these answers by the name of a call, one after the other and the last one again; a number is a
 * status without a body, and what has no answer is 404.
 */
export function callsAnswered<T extends SeatTypes, S>(
  provider: Provider<T, S>,
  settings: S,
  answers: Readonly<Record<string, readonly unknown[]>>,
): { readonly calls: T['calls']; readonly sent: readonly OutgoingCall[] } {
  const sent: OutgoingCall[] = [];
  const calls = provider.calls({
    settings,
    send: (call) => {
      const before = sent.filter(({ name }) => name === call.name).length;
      sent.push(call);
      const all = answers[call.name] ?? [];
      const answer = all[Math.min(before, all.length - 1)] ?? 404;
      const isStatus = typeof answer === 'number';
      const body = Buffer.from(isStatus ? '{}' : JSON.stringify(answer));
      return Promise.resolve({ kind: 'answered', status: isStatus ? answer : 200, body });
    },
    outcomeOf: () => null,
    deliver: () => Promise.resolve('other'),
    db: { query: () => Promise.reject(new Error('an adapter asks no database')) } as never,
  });
  return { calls, sent };
}
