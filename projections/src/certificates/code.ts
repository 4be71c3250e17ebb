import { createHash } from 'node:crypto'
import { certificateCodePattern, type Completion } from '@thirty/contracts/rules/certificate.ts'

/** Characters of the id of the participant: 16 bytes of base64url. */
const idLength = 22
/** Bytes of the digest: more than can be guessed. */
const digestBytes = 12

/**
 * Returns the code of a completion: the id of the participant, and a digest of the times of the completion and of the
 * submissions. It follows from events alone and needs no key, so it is the same after a rebuild, in a restored run, and after an
 * import into another installation. Everybody who has a code has the id, also after the deletion of the account. A code is valid only if the log has its completion, so none can be forged.
 */
export function certificateCode(user: string, { at, submittedAt }: Completion): string {
  const id = Buffer.from(user.replaceAll('-', ''), 'hex').toString('base64url')
  const facts = ['certificate', user, at, ...submittedAt].join('\n')
  const digest = createHash('sha256').update(facts).digest().subarray(0, digestBytes)
  return `${id}${digest.toString('base64url')}`
}

/** Returns the id of the participant of a code; `undefined` for a text that is no code. */
export function participantOfCode(code: string): string | undefined {
  if (!certificateCodePattern.test(code)) return undefined
  const hex = Buffer.from(code.slice(0, idLength), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
