/** SQLite's primary result codes: a lock that somebody else holds, and a full disk. */
const busy = 5
const locked = 6
const full = 13

/** True when the same call may work later and the file is as sound as before. After anything else nobody can know. */
export function isTransient(error: unknown): boolean {
  const code = primaryCode(error)
  return code === full || code === busy || code === locked
}

/** What went wrong, for people. */
export function describeError(error: unknown): string {
  const code = primaryCode(error)
  if (code === full) return 'The disk is full; nothing was stored.'
  if (code === busy || code === locked)
    return 'The event log is locked by another program; nothing was stored.'
  return `The event log failed: ${error instanceof Error ? error.message : String(error)}.`
}

function primaryCode(error: unknown) {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : undefined
}
