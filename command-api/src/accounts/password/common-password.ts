import { dictionary } from '@zxcvbn-ts/language-common'
import { refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'

const common = new Set(dictionary['passwords-common'])
const minCoreLength = 5

/**
 * Refuses a common password, also if it only adds capitals, and digits and symbols at its ends, to meet the rules.
 * Throws `invalid-fields` at `field`.
 */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (!isCommon(password)) return
  refuseField(field, say('passwordTooCommon'))
}

function isCommon(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const withoutSymbols = text.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')
  const core = text.replace(/^\P{L}+|(?<=\p{L})\P{L}+$/gu, '')
  return common.has(text) || common.has(withoutSymbols) || (core.length >= minCoreLength && common.has(core))
}
