/** How an embedded event looks: as the reader has it, or always so. */
export const EMBED_LOOKS = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_LOOKS)[number];
