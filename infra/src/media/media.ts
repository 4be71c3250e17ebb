/**
 * Keeps pictures under names that the caller made: 32 hex digits, `-small` for the thumbnail, `.webp`.
 * Every adapter passes `media.port.ts`.
 */
export type Media = {
  /** Stores durably. The same name again with the same content changes nothing. Throws on a name of another form. */
  put(name: string, content: Uint8Array): Promise<void>
  /** Content of a picture; `undefined` for a name that was never given or is not of our form. */
  get(name: string): Promise<Uint8Array | undefined>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** The form of every picture's name. */
export const mediaName = /^[0-9a-f]{32}(-small)?\.webp$/
