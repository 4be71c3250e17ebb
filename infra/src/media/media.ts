/** Keeps pictures under names that we make. Every adapter passes `media.port.ts`. */
export type Media = {
  /** Stores durably under a new random name with this extension and answers the name (`[0-9a-f]{32}\.webp`). */
  put(content: Uint8Array, extension: 'webp'): Promise<string>
  /** Content of a picture; `undefined` for a name that was never given or is not one of ours. */
  get(name: string): Promise<Uint8Array | undefined>
  remove(name: string): Promise<void>
  close(): Promise<void>
}
