import type { Readable } from 'node:stream'

/** An open picture: whoever opened it reads `content` to its end or destroys it. `size` is in bytes. */
export type OpenImage = { size: number; content: Readable }

/**
 * Keeps pictures under names that the caller made: 32 hex digits, `-small` for the thumbnail, `.webp`.
 * Every adapter passes `media.port.ts`. Where the storage cannot be reached, all of it throws `MediaUnavailable`.
 */
export type Media = {
  /** Stores durably. The same name again with the same content changes nothing. Throws on a name of another form. */
  put(name: string, content: Uint8Array): Promise<void>
  /** Opens a picture; `undefined` for a name that was never given or is not of our form. */
  open(name: string): Promise<OpenImage | undefined>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** The storage cannot be used just now. What was stored is still there; what was being stored may be tried again. */
export class MediaUnavailable extends Error {
  override name = 'MediaUnavailable'
}

/** The form of every picture's name. */
export const imageNamePattern = /^[0-9a-f]{32}(-small)?\.webp$/

/** Refuses a name under which nothing may be stored, with a sentence. */
export function requireImageName(name: string): void {
  if (!imageNamePattern.test(name))
    throw new Error(`${JSON.stringify(name.slice(0, 60))} is no name of a picture.`)
}
