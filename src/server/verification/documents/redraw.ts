import type { DocumentName } from '#domain/verification/documents.ts';
import { drawApart, type Drawn } from '#server/pictures/draw-apart.ts';
import { probeVideo } from './video.ts';

/** Documents of which the first page of a PDF is taken. */
const TAKES_PDF: ReadonlySet<DocumentName> = new Set(['governmentId', 'proofOfResidence']);

/**
 * What is kept of a file of a stranger. Pictures are drawn anew, of a PDF the first page, so that nothing else of the file is left; a video is
 * looked into and kept as it is.
 */
export function drawAnew(document: DocumentName, bytes: Buffer): Promise<Drawn> {
  if (document === 'complianceVideo') return keepVideo(bytes);
  return drawApart(bytes, { pdf: TAKES_PDF.has(document), shows: 'readable' });
}

async function keepVideo(bytes: Buffer): Promise<Drawn> {
  const video = await probeVideo(bytes);
  if (!video.ok) return video;
  const { media, width, height } = video;
  return { ok: true, kept: { bytes, media, width, height } };
}
