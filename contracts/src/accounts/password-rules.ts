// The rules of a new password, for the server and for the form that ticks them while somebody types.

import { rule, say, type Text } from '../texts/text.ts'

const passwordRule = (hint: Text, message: string, holds: (password: string) => boolean) => ({
  hint,
  message,
  holds,
})

/** The five rules in the order of the sign-up form. `holds` returns whether a password meets the rule. */
export const passwordRules = [
  passwordRule(say('passwordLengthHint'), rule('passwordTooShort'), (text) => [...text].length >= 8),
  passwordRule(say('passwordUppercaseHint'), rule('passwordUppercase'), (text) => /\p{Lu}/u.test(text)),
  passwordRule(say('passwordLowercaseHint'), rule('passwordLowercase'), (text) => /\p{Ll}/u.test(text)),
  passwordRule(say('passwordNumberHint'), rule('passwordNumber'), (text) => /\p{Nd}/u.test(text)),
  passwordRule(say('passwordSymbolHint'), rule('passwordSymbol'), (text) => /[^\p{L}\p{N}\s]/u.test(text)),
]
