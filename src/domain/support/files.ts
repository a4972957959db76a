/** Files that people and agents add to tickets. */

/** Largest, bytes. */
export const LARGEST_TICKET_FILE = 10 * 1_048_576;
export const TICKET_FILE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const;
/** Files of one message, and of all of a ticket. */
export const FILES_OF_MESSAGE = 5;
export const FILES_OF_TICKET = 30;
