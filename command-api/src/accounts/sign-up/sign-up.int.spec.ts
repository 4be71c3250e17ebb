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
import { adminKey } from '@thirty/command-api/testing/test-context.ts'

const app = appForFile(commandApp)

test('a user signs up and gets a token', async () => {
  const { status, body } = await app.signUp({ ...signUpBody('ana'), email: 'Ana@Example.org' })
  expect(status).toBe(201)
  const { user } = signedInResponse.parse(body)
  expect(user).toMatchObject({ username: 'ana', email: 'Ana@Example.org', isAdmin: false, status: 'active' })
  expect(app.tokens.verify(user.token)).toMatchObject({ userId: user._id, version: 0 })
  expect(body['position']).toBe((await app.log.head()).toString())
})

test('personal data is only in the user stream, and the password nowhere', async () => {
  const { body } = await app.signUp(signUpBody('private'), 'key-of-private')
  const { user } = signedInResponse.parse(body)
  const everything = await app.allEvents()
  const elsewhere = everything.filter(({ stream }) => stream !== `user-${user._id}`)
  const textOf = (events: typeof everything) =>
    JSON.stringify(events.map(({ data, metadata, stream }) => [data, metadata, stream]))
  expect(textOf(everything)).toContain('private@')
  expect(textOf(everything)).not.toContain(password)
  expect(textOf(elsewhere)).not.toContain('private@')
})

test('a taken address and a taken username are refused with the same message', async () => {
  await app.signUp(signUpBody('eve'))
  const byEmail = await app.signUp({ ...signUpBody('other'), email: 'EVE@example.org' })
  const byName = await app.signUp({ ...signUpBody('EVE'), email: 'someone@example.org' })
  expect(byEmail).toMatchObject({ status: 409, body: { message: 'Email or username is already taken' } })
  expect(byName.body).toEqual(byEmail.body)
})

test('a refusal of taken names marks all names of the form, and without a username the address', async () => {
  await app.signUp(signUpBody('marked'))
  const message = 'Email or username is already taken'
  const both = await app.signUp({ ...signUpBody('other_marked'), email: 'marked@example.org' })
  expect(both.body).toMatchObject({ code: 'name-taken', errors: { email: message, username: message } })
  const { username: _, ...withoutUsername } = signUpBody('marked')
  const { body } = await app.signUp(withoutUsername)
  expect(body['errors']).toEqual({ email: message })
})

test('a taken username does not reserve the address', async () => {
  await app.signUp(signUpBody('fred'))
  expect((await app.signUp({ ...signUpBody('fred'), email: 'frida@example.org' })).status).toBe(409)
  expect((await app.signUp({ ...signUpBody('frida'), email: 'frida@example.org' })).status).toBe(201)
})

test('parallel sign-ups with one address in different cases make one account', async () => {
  const addresses = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? 'twin@example.org' : ' TWIN@Example.ORG ',
  )
  const responses = await Promise.all(
    addresses.map((email, index) => app.signUp({ ...signUpBody(`twin${index}`), email })),
  )
  expect(countStatuses(responses)).toEqual({ 201: 1, 409: 19 })
  const users = (await app.allEvents()).filter(
    ({ type, data }) => type === 'UserRegistered' && JSON.stringify(data).toLowerCase().includes('twin@'),
  )
  expect(users).toHaveLength(1)
})

test('a double click with an idempotency key makes one account', async () => {
  const signUp = () => app.signUp(signUpBody('gina'), 'key-gina')
  const responses = await Promise.all([signUp(), signUp()])
  expect(countStatuses(responses)).toEqual({ 201: 2 })
  expect(new Set(responses.map(({ body }) => signedInResponse.parse(body).user._id)).size).toBe(1)
})

test('after a restart the idempotency key still returns its account, but not with another password', async () => {
  await app.signUp(signUpBody('ida'), 'key-ida')
  const afterRestart = await app.serve()
  const again = (secret: string) =>
    afterRestart.call(
      'POST',
      '/api/auth/signup',
      { ...signUpBody('ida'), password: secret },
      { key: 'key-ida' },
    )
  expect((await again(password)).status).toBe(201)
  expect((await again('Another-horse-7')).body['code']).toBe('key-reused')
})

test('a common password is refused at its field', async () => {
  expect(await app.signUp({ ...signUpBody('mia'), password: 'Password1!' })).toMatchObject(
    refusal(422, 'invalid-fields', { errors: { password: 'This password is too common' } }),
  )
})

test.for(['admin', 'Administrator', '_Root_', 'thirty', 'support'])(
  'the username %s is reserved, for participants and admins',
  async (username) => {
    const body = { ...signUpBody('quinn'), username }
    const reserved = refusal(422, 'invalid-fields', { errors: { username: 'This username is reserved' } })
    expect(await app.signUp(body)).toMatchObject(reserved)
    const asAdmin = await app.http.call('POST', '/api/auth/admin-signup', { ...body, adminKey })
    expect(asAdmin).toMatchObject(reserved)
    expect((await app.logIn('quinn@example.org')).status).toBe(401)
  },
)

test('repeating a sign-up after its username went to another user does not release the address', async () => {
  const { body } = await app.signUp(signUpBody('renata'), 'key-of-renata')
  const { token } = signedInResponse.parse(body).user
  expect(
    (await app.http.call('PUT', '/api/auth/profile', { username: 'renata_two' }, { token })).status,
  ).toBe(200)
  expect((await app.signUp({ ...signUpBody('renata'), email: 'other@example.org' })).status).toBe(201)
  expect((await app.signUp(signUpBody('renata'), 'key-of-renata')).status).toBe(409)
  expect((await app.logIn('renata@example.org')).status).toBe(200)
  expect((await app.signUp({ ...signUpBody('third'), email: 'renata@example.org' })).status).toBe(409)
})
