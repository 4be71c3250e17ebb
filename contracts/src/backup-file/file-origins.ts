/** What this installation knows of the key that signed a file: its own, one that owners have accepted, or nothing. */
export const fileOrigins = ['own', 'accepted', 'unknown'] as const
export type FileOrigin = (typeof fileOrigins)[number]
