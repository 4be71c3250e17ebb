import { accountLanguages } from '@thirty/contracts/accounts/account-languages.ts'
import { expect, test } from 'vitest'
import { languages } from './languages.ts'

test('an account can have every language of the browser', () => {
  expect(languages.filter(({ pseudo }) => !pseudo).map(({ code }) => code)).toEqual(accountLanguages)
})
