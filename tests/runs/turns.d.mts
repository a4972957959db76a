export declare const TURNS: number;
export declare const LONG: readonly string[];
export declare function rankOf(path: string): number;
export declare function filesOfDay(
  files: readonly string[],
  options: { readonly always: RegExp; readonly day: number; readonly more?: boolean },
): string[];
