import { useQuery } from '@tanstack/react-query';
import { Download, ImageIcon, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '#web/api/session.tsx';
import { SHARE_PART } from '#web/receipt-link.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/form/switch.tsx';

/** A picture of the receipt to show to others, drawn by the server when it is asked for. Amounts are on it only where the owner says so. */
export function SharePicture({ id }: { readonly id: string }) {
  const { t } = useTranslation('verify');
  const [wanted] = useState(() => typeof location !== 'undefined' && location.hash === SHARE_PART);
  const [open, setOpen] = useState(wanted);
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (wanted) place.current?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  return (
    <details
      ref={place}
      open={open}
      className="card group min-w-0 print:hidden"
      data-part="picture"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 items-center gap-2.5 px-5 py-4 md:px-6">
        <ImageIcon aria-hidden className="size-5 text-brand-text" />
        <h2 className="text-18 font-620">{t('picture')}</h2>
      </summary>
      <div className="grid gap-3 px-5 pb-5 md:px-6 md:pb-6">{open ? <Picture id={id} /> : null}</div>
    </details>
  );
}

function Picture({ id }: { readonly id: string }) {
  const { t } = useTranslation('verify');
  const client = useClient();
  const [shown, setShown] = useState(false);
  const amounts = shown ? 'shown' : 'hidden';
  const picture = useQuery({
    queryKey: ['receipt-picture', id, amounts],
    queryFn: async ({ signal }) => {
      const { png } = await client.call('receipts.picture', { params: { id }, query: { amounts } }, { signal });
      return fileOf(png, id);
    },
    staleTime: Infinity,
  });
  return (
    <>
      <p className="text-13 text-mut text-pretty">{t('picture.text')}</p>
      <Switch checked={shown} onChange={setShown} label={t('picture.amounts')} />
      {picture.isError ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-bad">{t('error')}</p>
          <Button onClick={() => void picture.refetch()}>{t('retry')}</Button>
        </div>
      ) : (
        <div className="aspect-[1200/630] overflow-hidden rounded-field bg-s2">
          {picture.data === undefined ? null : <img src={picture.data.address} alt={t('picture')} className="w-full" />}
        </div>
      )}
      {picture.data === undefined ? null : <Buttons {...picture.data} />}
    </>
  );
}

interface Drawn {
  readonly file: File;
  readonly address: string;
}

function fileOf(png: string, id: string): Drawn {
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
  const file = new File([bytes], `tikvo-receipt-${id}.png`, { type: 'image/png' });
  return { file, address: `data:image/png;base64,${png}` };
}

/** To another app where the device can, and always as a file. */
function Buttons({ file, address }: Drawn) {
  const { t } = useTranslation('verify');
  const given = { files: [file] };
  const canShare = typeof navigator.canShare === 'function' && navigator.canShare(given);
  return (
    <div className="flex flex-wrap gap-2">
      {canShare ? (
        <Button variant="primary" onClick={() => void navigator.share(given).catch(() => undefined)}>
          <Share2 aria-hidden className="size-4" />
          {t('picture.share')}
        </Button>
      ) : null}
      <Button
        variant="outline"
        onClick={() => Object.assign(document.createElement('a'), { href: address, download: file.name }).click()}
      >
        <Download aria-hidden className="size-4" />
        {t('picture.save')}
      </Button>
    </div>
  );
}
