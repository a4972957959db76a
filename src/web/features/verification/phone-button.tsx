import { CircleCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#web/api/session.tsx';
import { useDocumentsChanged, type DocumentsAnswer } from '#web/documents/use-documents.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useNow } from '#web/live/use-now.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Sheet } from '#web/ui/sheet.tsx';

interface Code {
  readonly picture: string;
  /** ms. */
  readonly until: number;
}

/** Hands the sending over to the person's phone, where the camera is: a code for ten minutes that works once. */
export function PhoneButton({ phone }: Pick<DocumentsAnswer, 'phone'>) {
  const { t } = useTranslation('verification');
  const { config, locale } = useShell();
  const [code, setCode] = useState<Code | null>(null);
  const changed = useDocumentsChanged();
  const { client } = useSession();
  const call = useCall();
  const make = () =>
    call.run(async () => {
      const { toDataURL } = await fetchCode(() => import('qrcode'));
      const made = await client.call('handOvers.make');
      const address = new URL(link(config, 'main', pathOf('phone', locale)), location.href);
      address.hash = made.link;
      const picture = await toDataURL(address.href, { margin: 2, width: 440 });
      setCode({ picture, until: Date.parse(made.until) });
      await changed();
    });
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="pointer-coarse:hidden"
        aria-disabled={call.busy}
        onClick={() => void make()}
      >
        <Smartphone aria-hidden className="size-4" />
        {t('phone.action')}
      </Button>
      <ProblemBox problem={call.problem} />
      <Sheet
        open={code !== null}
        onOpenChange={() => setCode(null)}
        title={t('phone.action')}
        description={t('phone.text')}
      >
        {code === null ? null : <CodeOrState code={code} isOpen={phone?.isOpen === true} onAgain={() => void make()} />}
      </Sheet>
    </>
  );
}

/** The code while it waits; that the phone is there; or that its time is over. */
function CodeOrState(props: { readonly code: Code; readonly isOpen: boolean; readonly onAgain: () => void }) {
  const { t } = useTranslation('verification');
  const formats = useFormats();
  const now = useNow();
  const { code, isOpen, onAgain } = props;
  if (isOpen) {
    return (
      <output className="flex items-center justify-center gap-2 rounded-field bg-s2 p-6 font-540">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
        {t('phone.open')}
      </output>
    );
  }
  if (now >= code.until) {
    return (
      <div className="grid justify-items-center gap-3">
        <p className="text-13 text-mut">{t('phone.over')}</p>
        <Button variant="primary" onClick={onAgain}>
          {t('phone.again')}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid justify-items-center gap-3">
      <img src={code.picture} alt={t('phone.action')} className="size-56 rounded-field bg-white" />
      <p className="text-13 text-mut">{t('phone.until', { time: formats.moment(code.until) })}</p>
    </div>
  );
}
