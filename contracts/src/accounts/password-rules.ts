import { rule, say } from '../texts/text.ts'

/** The five password rules in the order of the sign-up form. `holds` returns whether a password meets the rule. */
export const passwordRules = [
  {
    hint: say('passwordLengthHint'),
    message: rule('passwordTooShort'),
    holds: (text: string) => [...text].length >= 8,
  },
  {
    hint: say('passwordUppercaseHint'),
    message: rule('passwordUppercase'),
    holds: (text: string) => /\p{Lu}/u.test(text),
  },
  {
    hint: say('passwordLowercaseHint'),
    message: rule('passwordLowercase'),
    holds: (text: string) => /\p{Ll}/u.test(text),
  },
  {
    hint: say('passwordNumberHint'),
    message: rule('passwordNumber'),
    holds: (text: string) => /\p{Nd}/u.test(text),
  },
  {
    hint: say('passwordSymbolHint'),
    message: rule('passwordSymbol'),
    holds: (text: string) => /[^\p{L}\p{N}\s]/u.test(text),
  },
] as const
