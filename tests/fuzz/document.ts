import type { Schema } from './generate.ts';
import type { Operation, Parameter } from './requests.ts';

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: { readonly Refusal: Schema } };
}

/** The operations of an OpenAPI document, with references filled in. */
export function operationsOf(document: Document): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: bodySchema(operation),
      upload: uploadField(operation),
      form: operation.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? null,
      answers: new Map(
        Object.entries(operation.responses).map(([status, { content }]) => {
          const schema = content?.['application/json']?.schema;
          if (schema === undefined) return [status, null] as const;
          return [status, '$ref' in schema ? document.components.schemas.Refusal : schema] as const;
        }),
      ),
    })),
  );
}

/** Name of the file of a form; null where there is none. */
function uploadField(operation: DocumentedOperation): string | null {
  const schema = operation.requestBody?.content['multipart/form-data']?.schema;
  return Object.keys(schema?.properties ?? {})[0] ?? null;
}

function bodySchema(operation: DocumentedOperation): Schema | null {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema ?? null;
}
