import type { LIABILITIES } from '#protocol/tables/content/liabilities.ts';
import type { LiabilitiesWire } from '#protocol/proofs/liabilities.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Liabilities } from './liabilities.ts';

type Published = Pick<LiabilitiesWire['items'][number], 'trees' | 'pools' | 'held'>;

export function liabilityRoutes({ liabilities }: { readonly liabilities: Liabilities }): Handlers<typeof LIABILITIES> {
  return {
    list: async () => {
      const items = (await liabilities.list()).map(({ no, at, doc, hash }) => {
        const { trees, pools, held } = JSON.parse(doc) as Published;
        return { no, at: new Date(at).toISOString(), hash: hash.toString('hex'), trees, pools, held };
      });
      return { status: 200, json: { items } };
    },
    own: async (call) => {
      const proof = await liabilities.proofOf(signedIn(call).userId);
      if (proof === null) return { refusal: { code: 'NotFound' } };
      const { no } = proof['snapshot'] as { readonly no: number };
      const bytes = Buffer.from(JSON.stringify(proof));
      return { bytes, type: 'application/json; charset=utf-8', fileName: `tikvo-liabilities-${no}.json` };
    },
  };
}
