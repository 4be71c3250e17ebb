import { expect, test } from 'vitest'
import { extractMessages } from './extract.ts'

test('a language gets the new messages, loses the removed ones, and keeps its translations', () => {
  const english = { 'accounts.logIn': 'Log in', 'accounts.signUp': 'Sign up', 'team.role': 'Role' }
  const french = { accounts: { signUp: "S'inscrire", gone: 'Parti' } }
  expect(extractMessages(english, french)).toEqual({
    groups: { accounts: { logIn: 'Log in', signUp: "S'inscrire" }, team: { role: 'Role' } },
    untranslated: ['accounts.logIn', 'team.role'],
  })
})
