import { useQuery } from '@tanstack/react-query';
import { fetchCode } from '#web/fetch-code.ts';
import { Skeleton } from '#web/ui/states.tsx';

/** Modules that readers want free around a code (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code, black on white in both themes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { create } = await fetchCode(() => import('qrcode'));
      const { size, data: dark } = create(text, { errorCorrectionLevel: 'M' }).modules;
      const path = Array.from(dark, (isDark, at) => (isDark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : ''));
      return { size, path: path.join('') };
    },
  });
  if (data === undefined) return <Skeleton className="size-44 rounded-field" />;
  const side = data.size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-field"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={data.path} fill="#000" />
    </svg>
  );
}
