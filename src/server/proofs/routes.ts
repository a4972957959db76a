import { isRowId } from '#protocol/codecs.ts';
import type { RECEIPTS } from '#protocol/tables/receipts.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Proofs } from './proofs.ts';

export function receiptsRoutes({ proofs }: { readonly proofs: Pick<Proofs, 'receipt'> }): Handlers<typeof RECEIPTS> {
  return {
    prediction: async (call) => {
      const { userId, realm } = signedIn(call);
      const { id } = call.params;
      const receipt = isRowId(id) ? await proofs.receipt({ userId, realm, id }) : null;
      if (receipt === null) return { refusal: { code: 'NotFound' } };
      if (receipt === 'elsewhere') return { refusal: { code: 'NotFound', reason: 'archived' } };
      const content = Buffer.from(JSON.stringify(receipt));
      return { bytes: content, type: 'application/json; charset=utf-8', fileName: `tikvo-receipt-${id}.json` };
    },
  };
}
