import { isRowId } from '#protocol/codecs.ts';
import type { RECEIPTS } from '#protocol/tables/receipts.ts';
import { drawReceipt } from '#server/pictures/receipt-picture.ts';
import { pictureLanguage } from '#server/pictures/texts.ts';
import type { BaseParts } from '#server/subject.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Proofs } from './proofs.ts';
import { pictureFacts } from './receipts/picture-facts.ts';

export interface ReceiptsParts extends Pick<BaseParts, 'config'> {
  readonly proofs: Pick<Proofs, 'receipt'>;
}

export function receiptsRoutes({ proofs, config }: ReceiptsParts): Handlers<typeof RECEIPTS> {
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
    picture: async (call) => {
      const { userId, realm } = signedIn(call);
      const { id } = call.params;
      const receipt = isRowId(id) ? await proofs.receipt({ userId, realm, id }) : null;
      if (receipt === null) return { refusal: { code: 'NotFound' } };
      if (receipt === 'elsewhere') return { refusal: { code: 'NotFound', reason: 'archived' } };
      const facts = pictureFacts(receipt, call.query.amounts ?? 'hidden');
      const language = pictureLanguage(call.locale);
      const { host } = new URL(config.origins.main);
      const address = `${host}/${language.locale}/verify`;
      const png = await drawReceipt({ ...facts, brand: config.brand, address }, language);
      return { status: 200, json: { png: png.toString('base64') } };
    },
  };
}
