import { passwordRules } from '@thirty/contracts/accounts/password-rules.ts'
import { expect, test } from 'vitest'
import { refuseCommonPassword } from './credentials.ts'

const common = [
  'Password1!',
  'P@ssw0rd1!',
  'Qwerty123!',
  'Welcome2026!',
  '!Abcd1234',
  'Letmein#1',
  'Sunshine-99',
]
const uncommon = ['Tr0ub4dor&3x', 'Correct-horse-7', 'Tom#83947261', 'Ünïcødé 7 Äpfel!', 'a1! Xyzzy plugh']

test.for(common)('%s meets the rules but is too common', (password) => {
  expect(passwordRules.every((rule) => rule.holds(password))).toBe(true)
  expect(() => refuseCommonPassword(password)).toThrow('This password is too common')
})

test.for(uncommon)('%s is accepted', (password) => {
  refuseCommonPassword(password)
})
