import { HOUR_MS } from '#domain/time.ts';
import { workOn } from '#server/jobs/index.ts';
import type { Subject } from '#server/subject.ts';
import type { Providers } from './contract.ts';
import { PROVIDERS_PERSONAL_DATA } from './personal-data.ts';
import { createProviders, DELIVERY, type ProviderParts } from './providers.ts';

interface Made {
  readonly providers: Providers;
}

export const PROVIDERS = {
  create: (parts: ProviderParts): Made => ({ providers: createProviders(parts) }),
  jobs: ({ providers }: Made) => [
    workOn(
      DELIVERY,
      () =>
        ({ no }, run) =>
          providers.handle(no, run),
    ),
  ],
  upkeep: ({ providers }: Made) => [
    { name: 'statuses without a meaning', everyMs: HOUR_MS, work: () => providers.review() },
  ],
  personalData: PROVIDERS_PERSONAL_DATA,
} satisfies Subject;
