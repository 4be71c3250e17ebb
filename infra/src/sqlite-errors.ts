// Tells errors of SQLite apart (worth another try, a damaged file, and all others), and describes them for the operator.

/** Primary result codes of SQLite: a lock that another program holds, and a full disk. */
const busy = 5
const locked = 6
const full = 13
/** Primary result codes of SQLite for a damaged file, and for a file that is not a database. */
const corrupt = 11
const notADatabase = 26

/**
 * True when the same call may succeed later and the file is unharmed. After any other error the state of the file is
 * unknown.
 */
export const isTransient = (error: unknown): boolean => primaryCode(error) === full || isLocked(error)

/** True when another program holds a lock. */
export function isLocked(error: unknown): boolean {
  const code = primaryCode(error)
  return code === busy || code === locked
}

/** True when the bytes of the file are wrong. */
export function isDamaged(error: unknown): boolean {
  const code = primaryCode(error)
  return code === corrupt || code === notADatabase
}

/** Returns a message for the operator. `store`: the subject of its sentence. */
export function describeError(error: unknown, store = 'The event log'): string {
  if (primaryCode(error) === full) return 'The disk is full; nothing was stored.'
  if (isLocked(error)) return `${store} is locked by another program; nothing was stored.`
  return `${store} failed: ${error instanceof Error ? error.message : String(error)}.`
}

function primaryCode(error: unknown) {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : undefined
}
