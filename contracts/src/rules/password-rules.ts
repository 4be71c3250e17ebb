/** The five password rules in the order of the sign-up form. `holds` returns whether a password meets the rule. */
export const passwordRules = [
  { hint: '8+ characters', message: 'Minimum 8 characters', holds: (text: string) => [...text].length >= 8 },
  {
    hint: 'Uppercase',
    message: 'Need at least 1 uppercase',
    holds: (text: string) => /\p{Lu}/u.test(text),
  },
  {
    hint: 'Lowercase',
    message: 'Need at least 1 lowercase',
    holds: (text: string) => /\p{Ll}/u.test(text),
  },
  { hint: 'Number', message: 'Need at least 1 number', holds: (text: string) => /\p{Nd}/u.test(text) },
  {
    hint: 'Symbol',
    message: 'Need at least 1 symbol',
    holds: (text: string) => /[^\p{L}\p{N}\s]/u.test(text),
  },
] as const
