import { createHash, timingSafeEqual } from 'node:crypto'
import { refuse } from '@thirty/contracts/refusals.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Refuses a wrong key, and every key where none is set. Takes as long whatever the key has in common with the right one. */
export function refuseWrongAdminKey(given: string, right: string): void {
  const isRight = timingSafeEqual(digest(given), digest(right))
  if (!isRight || right === '') refuse('wrong-admin-key', 'Invalid admin registration key')
}
