import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldFault, Refusal } from '#domain/refusals.ts';
import type { Upload } from '#protocol/endpoint.ts';
import type { UploadedFile } from '#server/routing/call.ts';

/** Teaches the routes of `app` to read forms with files, and nothing but these. */
export async function readForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 20 },
  });
}

const FAULTS: Readonly<Record<string, FieldFault>> = {
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'unknown',
  FST_FIELDS_LIMIT: 'unknown',
  FST_PARTS_LIMIT: 'unknown',
};

/** Reads the one file of a form into memory; what is wrong with it as a refusal. */
export async function readUpload(request: FastifyRequest, upload: Upload): Promise<UploadedFile | Refusal> {
  const refused = (fault: FieldFault): Refusal => ({ code: 'InvalidRequest', fields: { [upload.field]: fault } });
  if (!request.isMultipart()) return refused('missing');
  try {
    const part = await request.file({ limits: { fileSize: upload.maxBytes } });
    if (part === undefined) return refused('missing');
    const bytes = await part.toBuffer();
    if (part.fieldname !== upload.field) return refused('missing');
    return bytes.length === 0 ? refused('missing') : { bytes };
  } catch (error) {
    // Forms that end in the middle or were never forms: the reader of forms says it in many ways, all the sender's.
    return refused(FAULTS[(error as FastifyError).code] ?? 'malformed');
  }
}
