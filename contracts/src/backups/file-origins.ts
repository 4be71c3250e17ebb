/** What this installation knows of the key that signed a file: it is its own, owners have accepted it, or nothing. */
export const fileOrigins = ['own', 'accepted', 'unknown'] as const
export type FileOrigin = (typeof fileOrigins)[number]
