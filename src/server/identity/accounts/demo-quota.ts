import { DEMO_NEW_PER_HOUR } from '#domain/identity/demo.ts';
import type { Clock } from '#server/clock.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Config } from '#server/config/config.ts';
import type { Client } from '../contract-factors.ts';
import { HOUR_MS } from '#domain/time.ts';

/** Where a new demo person comes from: their address, and what one subscriber holds of addresses around it. */
type Place = Pick<Client, 'address' | 'network'>;

/** Counts the new demo people of each network in a sliding hour. */
export interface DemoQuota {
  /** Takes one; 0 when there was room, else ms until there is. */
  take(place: Place): number;
}

export function createDemoQuota(parts: { clock: Clock; mode: Config['mode']; settings: LiveSettings }): DemoQuota {
  const { clock, mode, settings } = parts;
  const taken = new Map<string, number[]>();
  let sweptAt = clock.monotonic();

  const sweep = (now: number) => {
    if (now - sweptAt < HOUR_MS) return;
    sweptAt = now;
    for (const [network, times] of taken) if ((times.at(-1) ?? 0) <= now - HOUR_MS) taken.delete(network);
  };

  return {
    take: ({ address, network }) => {
      const now = clock.monotonic();
      sweep(now);
      const limit =
        mode === 'sandbox' && isLoopback(address)
          ? DEMO_NEW_PER_HOUR.loopbackInSandbox
          : settings.number('demo.new_an_hour');
      const times = (taken.get(network) ?? []).filter((at) => at > now - HOUR_MS);
      const oldest = times[times.length - limit];
      if (oldest !== undefined) return Math.max(1, oldest + HOUR_MS - now);
      times.push(now);
      taken.set(network, times);
      return 0;
    },
  };
}

/** Is this the machine itself (IPv4, IPv6, or IPv4 written as IPv6)? */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
