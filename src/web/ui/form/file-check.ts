/** What a file may be. */
export interface FileRule {
  /** Types as the browser names them: `image/png`. */
  readonly types: readonly string[];
  readonly maxBytes: number;
}

export type FileFault = 'wrong_type' | 'too_large' | 'empty';

/** What keeps a file from being taken; null: nothing. The server looks at its content again. */
export function fileFault(file: Pick<File, 'type' | 'size'>, { types, maxBytes }: FileRule): FileFault | null {
  if (!types.includes(file.type)) return 'wrong_type';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'too_large' : null;
}

/** Names of types as people write them: PNG, JPEG, PDF. */
export function typeNames(types: readonly string[]): readonly string[] {
  return types.map((type) => (type.split('/')[1] ?? type).toLocaleUpperCase('en'));
}
