import type { LIMITS } from '#protocol/tables/limits.ts';
import { askEngine } from '#server/engine-client/index.ts';
import type { Bus } from '#server/bus/bus.ts';
import { answer } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Limits } from './contract.ts';

export function limitsRoutes({ bus, limits }: { readonly bus: Bus; readonly limits: Limits }): Handlers<typeof LIMITS> {
  const askerOf = (call: Parameters<typeof signedIn>[0] & { readonly address: string }) => ({
    actor: signedIn(call),
    address: call.address,
  });
  return {
    read: async (call) => ({ status: 200, json: await limits.read(signedIn(call)) }),
    change: async (call) => answer(await limits.change(askerOf(call), call.body)),
    confirm: async (call) => answer(await limits.confirm(askerOf(call), call.body)),
    exclude: async (call) => {
      const reply = await limits.pause(askerOf(call), call.body);
      if (reply.ok) {
        // Resting orders and scheduled entries would go on without their owner. An engine that does not answer now ends them when it comes back.
        const because = call.body.kind === 'time_out' ? 'time_out' : 'excluded';
        const all = { actor: signedIn(call), which: { marketId: null, because }, idempotency: null } as const;
        await askEngine(bus.request('exchange.cancel', all)).catch(() => undefined);
        const later = { actor: signedIn(call), which: { all: true, because }, idempotency: null } as const;
        await askEngine(bus.request('trading.unschedule', later)).catch(() => undefined);
      }
      return answer(reply);
    },
    figures: async (call) => ({ status: 200, json: await limits.figures(signedIn(call)) }),
    playing: async (call) => {
      const json = await limits.playing(signedIn(call), { answered: call.body.answered === true });
      return { status: 200, json };
    },
  };
}
