import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, signUpBody } from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)

test('a password is used exactly as it was typed', async () => {
  const spaced = '  Ünïcode 7 🐎 Horse '
  await app.signUp({ ...signUpBody('spaces'), password: spaced })
  expect((await app.logIn('spaces', spaced)).status).toBe(200)
  expect((await app.logIn('spaces', spaced.trim())).status).toBe(401)
})

test('a very long password is refused before it is hashed', async () => {
  // What is hashed and wrong gets 401.
  expect((await app.logIn('ana', 'x'.repeat(90_000))).status).toBe(422)
})

test('the admin key does not turn an existing participant into an admin', async () => {
  await app.signUp(signUpBody('otto'))
  expect((await app.http.adminSignUp(signUpBody('otto'))).status).toBe(409)
  expect(signedInResponse.parse((await app.logIn('otto')).body).user.isAdmin).toBe(false)
})
