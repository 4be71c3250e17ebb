import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, password, signUpBody } from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)

test('users log in with email or username in any case, under both paths', async () => {
  await app.signUp(signUpBody('Bea_9'))
  for (const name of ['Bea_9', 'BEA_9', ' bea_9 ', 'bea_9@example.org', 'BEA_9@EXAMPLE.ORG'])
    expect(signedInResponse.parse((await app.logIn(name)).body).user.username).toBe('Bea_9')
  const old = await app.http.call('POST', '/auth/login', { emailOrUsername: 'bea_9', password })
  expect(old.status).toBe(200)
})

test('a wrong password and an unknown name get the same response', async () => {
  await app.signUp(signUpBody('carl'))
  for (const { status, body } of [
    await app.logIn('carl', 'Wrong-horse-7'),
    await app.logIn('nobody-there@example.org'),
    await app.logIn('$all'),
  ])
    expect([status, body]).toEqual([
      401,
      {
        success: false,
        code: 'wrong-credentials',
        message: 'Invalid email/username or password',
        text: { code: 'wrongCredentials' },
      },
    ])
})

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

test('a wrong admin key makes no account', async () => {
  expect(await app.http.adminSignUp(signUpBody('bob'), 'undefined')).toMatchObject({
    status: 403,
    body: { code: 'wrong-admin-key' },
  })
  expect((await app.logIn('bob')).status).toBe(401)
})

test('the admin key does not turn an existing participant into an admin', async () => {
  await app.signUp(signUpBody('otto'))
  expect((await app.http.adminSignUp(signUpBody('otto'))).status).toBe(409)
  expect(signedInResponse.parse((await app.logIn('otto')).body).user.isAdmin).toBe(false)
})
