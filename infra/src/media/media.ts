// The port of the storage of images, which `disk.ts` and `s3.ts` implement.

import type { Readable } from 'node:stream'

/**
 * Stores images under names from the caller: 32 hex digits, `-small` for the thumbnail, `.webp`.
 * `testing/media/media-port.ts` tests this contract for every adapter. Every method throws `MediaUnavailable` when
 * the storage cannot be reached.
 */
export type Media = {
  /** Stores an image durably. Storing the same image again changes nothing. Throws on an invalid name. */
  put(name: string, content: Uint8Array): Promise<void>
  /** Opens an image; `undefined` for an unknown or invalid name. The caller must read `content` to its end or destroy it. `size` is in bytes. */
  open(name: string): Promise<{ size: number; content: Readable } | undefined>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** The storage cannot be used at the moment. Stored images are safe; a failed `put` may be repeated. */
export class MediaUnavailable extends Error {
  override name = 'MediaUnavailable'
}

export const imageNamePattern = /^[0-9a-f]{32}(-small)?\.webp$/

/** Throws an Error for an invalid image name. */
export function requireImageName(name: string): void {
  if (!imageNamePattern.test(name))
    throw new Error(`${JSON.stringify(name.slice(0, 60))} is not the name of an image.`)
}
