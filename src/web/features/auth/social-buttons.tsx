import { CircleUser } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import type { CallAnswer } from '#web/api/calls.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemNote } from './parts.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { useAuthClient } from './use-auth.ts';

type Providers = CallAnswer<'factors.socialProviders'>['providers'];

/** The providers this installation is set up for; none: nothing is shown. */
function useProviders(): Providers {
  const client = useAuthClient();
  const [providers, setProviders] = useState<Providers>([]);
  useEffect(() => {
    let gone = false;
    client.call('factors.socialProviders').then(
      (answer) => !gone && setProviders(answer.providers),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [client]);
  return providers;
}

/** Sign-in with an account elsewhere; the browser leaves and comes back to `/auth/social`. */
export function SocialButtons({ rememberMe }: { readonly rememberMe: boolean }) {
  const { t } = useTranslation('auth');
  const { locale } = useShell();
  const [query] = useSearchParams();
  const client = useAuthClient();
  const call = useCall();
  const providers = useProviders();
  if (providers.length === 0) return null;
  const start = async (provider: string) => {
    // As after a sign-in by password: who was not sent here goes to the real screen.
    const redirect = query.get('redirect') ?? pathOf('trading', locale);
    const host = query.get('host');
    const body = {
      provider,
      rememberMe,
      redirect,
      ...(host === null ? {} : { host }),
    };
    const answer = await call.run(() => client.call('factors.socialStart', { body }));
    if (answer !== null) location.assign(answer.url);
  };
  return (
    <>
      <div className={providers.length > 1 ? 'grid grid-cols-2 gap-2' : 'grid gap-2'}>
        {providers.map(({ id, name }) => (
          <Button key={id} className="min-h-11" aria-disabled={call.busy} onClick={() => void start(id)}>
            <CircleUser aria-hidden className="size-4.5" />
            {t('social.with', { name })}
          </Button>
        ))}
      </div>
      <ProblemNote problem={call.problem} />
    </>
  );
}
