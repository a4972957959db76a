const RAYS = 64;
/** Middle of the picture, and where its rays begin. */
export const SEAL = { size: 120, centre: 60, inner: 38 } as const;
const [SHORTEST, STEP] = [4, 1.1];

/** Path of the rays of a fingerprint: one for each of its 64 hex digits, as long as the digit says. */
export function sealRays(fingerprint: string): string {
  const rays = Array.from({ length: RAYS }, (_, i) => {
    const size = SHORTEST + STEP * Number.parseInt(fingerprint[i] ?? '0', 16);
    const angle = (i / RAYS) * 2 * Math.PI - Math.PI / 2;
    const at = (radius: number) =>
      `${(SEAL.centre + radius * Math.cos(angle)).toFixed(2)} ${(SEAL.centre + radius * Math.sin(angle)).toFixed(2)}`;
    return `M${at(SEAL.inner)}L${at(SEAL.inner + size)}`;
  });
  return rays.join('');
}
