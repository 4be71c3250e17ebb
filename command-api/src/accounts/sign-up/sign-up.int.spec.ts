import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import {
  countStatuses,
  refusal,
  commandApp,
  password,
  signUpBody,
} from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)
const at = (name: string) => `${name}@example.org`

test('personal data is only in the user stream, and the password nowhere', async () => {
  const { body } = await app.signUp(signUpBody('private'), 'key-of-private')
  const { user } = signedInResponse.parse(body)
  expect(body['position']).toBe((await app.log.head()).toString())
  const own = (await app.allEvents()).filter(({ stream }) => stream === `user-${user._id}`)
  const whole = await app.wholeLog()
  expect([whole.split('private@').length, own.length]).toEqual([2, 1])
  expect(whole).not.toContain(password)
})

test('taken names are refused with the same message at all names of the form, and without a username at the address', async () => {
  await app.signUp(signUpBody('eve'))
  const message = 'Email or username is already taken'
  const taken = refusal(409, 'name-taken', { message, errors: { email: message, username: message } })
  for (const change of [{ email: 'EVE@example.org' }, { username: 'EVE' }])
    expect(await app.signUp({ ...signUpBody('other'), ...change })).toMatchObject(taken)
  const { username: _, ...withoutUsername } = signUpBody('eve')
  expect((await app.signUp(withoutUsername)).body['errors']).toEqual({ email: message })
})

test('a taken username does not reserve the address', async () => {
  await app.signUp(signUpBody('fred'))
  expect((await app.signUp({ ...signUpBody('fred'), email: at('frida') })).status).toBe(409)
  expect((await app.signUp(signUpBody('frida'))).status).toBe(201)
})

test('parallel sign-ups with one address in different cases make one account', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      app.signUp({
        ...signUpBody(`twin${index}`),
        email: index % 2 ? 'twin@example.org' : ' TWIN@Example.ORG ',
      }),
    ),
  )
  expect(countStatuses(responses)).toEqual({ 201: 1, 409: 19 })
  expect((await app.wholeLog()).match(/"twin@/gi)).toHaveLength(1)
})

test('an idempotency key makes one account: of a double click, and after a restart, but not with another password', async () => {
  const signUp = () => app.signUp(signUpBody('gina'), 'key-gina')
  const afterRestart = async (secret: string) =>
    (await app.serve()).call(
      'POST',
      '/api/auth/signup',
      { ...signUpBody('gina'), password: secret },
      { key: 'key-gina' },
    )
  const responses = [...(await Promise.all([signUp(), signUp()])), await afterRestart(password)]
  expect(countStatuses(responses)).toEqual({ 201: 3 })
  expect(new Set(responses.map(({ body }) => signedInResponse.parse(body).user._id)).size).toBe(1)
  expect((await afterRestart('Another-horse-7')).body['code']).toBe('key-reused')
})

test('a common password is refused at its field', async () => {
  expect(await app.signUp({ ...signUpBody('mia'), password: 'Password1!' })).toMatchObject(
    refusal(422, 'invalid-fields', { errors: { password: 'This password is too common' } }),
  )
})

test.for(['Administrator', '_Root_', 'thirty'])(
  'the username %s is reserved, for participants and admins',
  async (username) => {
    const body = { ...signUpBody('quinn'), username }
    const reserved = refusal(422, 'invalid-fields', { errors: { username: 'This username is reserved' } })
    expect(await app.signUp(body)).toMatchObject(reserved)
    expect(await app.http.adminSignUp(body)).toMatchObject(reserved)
    expect((await app.logIn(at('quinn'))).status).toBe(401)
  },
)

test('repeating a sign-up after its username went to another user does not release the address', async () => {
  const { body } = await app.signUp(signUpBody('renata'), 'key-of-renata')
  const { token } = signedInResponse.parse(body).user
  expect((await app.http.changeProfile(token, { username: 'renata_two' })).status).toBe(200)
  expect((await app.signUp({ ...signUpBody('renata'), email: at('other') })).status).toBe(201)
  expect((await app.signUp(signUpBody('renata'), 'key-of-renata')).status).toBe(409)
  expect((await app.logIn(at('renata'))).status).toBe(200)
  expect((await app.signUp({ ...signUpBody('third'), email: at('renata') })).status).toBe(409)
})
