import { useQuery } from '@tanstack/react-query';
import { useDocumentsSender } from '#web/documents/sender.ts';
import { cx } from '#web/ui/cx.ts';
import type { DocumentView } from '#web/documents/use-documents.ts';

/** A picture that the person sent, with a frame round the part that an officer marked. Nothing where it cannot be drawn, such as a PDF. */
export function OwnPicture(props: {
  readonly file: DocumentView['sent'][number];
  readonly alt: string;
  readonly mark?: DocumentView['mark'];
  readonly className?: string;
}) {
  const { file, alt, mark = null, className } = props;
  const { client, isPhone } = useDocumentsSender();
  const isPicture = file.media?.startsWith('image/') === true && !isPhone;
  const { data } = useQuery({
    queryKey: ['verification', 'picture', file.id],
    enabled: isPicture,
    // The address holds for a minute; the picture that it showed stays.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => client.call('documents.link', { params: { id: file.id } }, { signal }),
  });
  if (!isPicture) return null;
  return (
    <div className={cx('relative w-fit min-h-24 overflow-hidden rounded-field bg-s2', className)}>
      {data === undefined ? null : <img src={data.url} alt={alt} className="max-h-64 max-w-full" />}
      {data === undefined || mark === null ? null : (
        <span
          aria-hidden
          className="absolute rounded-[6px] outline-3 -outline-offset-3 outline-bad"
          style={{
            left: `${mark.x / 10}%`,
            top: `${mark.y / 10}%`,
            width: `${mark.width / 10}%`,
            height: `${mark.height / 10}%`,
          }}
        />
      )}
    </div>
  );
}
