import type { Schema } from './generate.ts';
import type { Operation, Parameter } from './requests.ts';

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** The part of a document that a reference such as `#/components/schemas/Refusal` names. */
function partAt(document: object, ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], document);
}

/** The same with every reference replaced by what it names. */
function filledIn<T extends object>(document: T): T {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return fill(partAt(document, String(value.$ref)));
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]));
  };
  return fill(document) as T;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

/** The operations of an OpenAPI document, with references filled in. */
export function operationsOf(document: Document): readonly Operation[] {
  return Object.entries(filledIn(document).paths).flatMap(([path, methods]) =>
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
          return [status, schema ?? null] as const;
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
