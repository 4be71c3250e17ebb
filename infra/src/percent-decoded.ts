/** Returns a part of an address as text; `undefined` if it is not percent-encoded as it should be. */
export function percentDecoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
