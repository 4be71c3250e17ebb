/** Says of a stream whether its name starts with one of the prefixes; without prefixes every stream is meant. */
export function streamFilter(prefixes: readonly string[] | undefined): (stream: string) => boolean {
  if (prefixes === undefined) return () => true
  return (stream) => {
    // Asked for every event of a replay, so nothing is made here.
    for (const prefix of prefixes) if (stream.startsWith(prefix)) return true
    return false
  }
}
