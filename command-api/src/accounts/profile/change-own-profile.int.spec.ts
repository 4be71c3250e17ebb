import { profileEndpoints } from '@thirty/contracts/accounts/profile-api.ts'
import { maxBookmarks } from '@thirty/contracts/accounts/profile-fields.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { refusal, commandApp } from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)

const change = (token: string, body: unknown, key?: string) =>
  app.http.call('PUT', '/api/auth/profile', body, { token, key })
const typesOf = async (id: string) => (await app.eventsOf(`user-${id}`)).map(({ type }) => type)

test('a change affects only the fields of the request', async () => {
  const { id, token } = await app.signUpUser('ana')
  await change(token, { bio: 'Builds things.', location: 'Lima', website: 'ana.example' })
  await change(token, { fullName: 'Ana N.' })
  const { status, body } = await change(token, { theme: 'dark', notifications: { newsletter: true } })
  expect(status).toBe(200)
  expect(profileEndpoints.change.response.parse(body).user).toMatchObject({
    _id: id,
    fullName: 'Ana N.',
    username: 'ana',
    bio: 'Builds things.',
    location: 'Lima',
    website: 'https://ana.example',
    theme: 'dark',
    notifications: { email: true, push: true, newsletter: true },
  })
  expect(await typesOf(id)).toEqual([
    'UserRegistered',
    'ProfileChanged',
    'ProfileChanged',
    'PreferencesChanged',
  ])
})

test('a reserved username is refused at its field, and an account that has one keeps it', async () => {
  const { token } = await app.signUpUser('ola')
  expect(await change(token, { username: '_ADMIN' })).toMatchObject(
    refusal(422, 'invalid-fields', { errors: { username: 'This username is reserved' } }),
  )
  const { id, token: older } = await app.signUpUser('pia')
  await app.append(`user-${id}`, 'ProfileChanged', { username: 'support' })
  expect((await change(older, { username: 'support', bio: 'Here since 2025.' })).status).toBe(200)
})

test('users can change the case of their username, or remove it', async () => {
  const { id, token } = await app.signUpUser('fred')
  expect(
    profileEndpoints.change.response.parse((await change(token, { username: 'FRED' })).body).user.username,
  ).toBe('FRED')
  expect((await app.logIn('fred')).status).toBe(200)
  expect(
    profileEndpoints.change.response.parse((await change(token, { username: '' })).body).user.username,
  ).toBeNull()
  expect((await app.logIn('fred')).status).toBe(401)
  expect((await app.logIn('fred@example.org')).status).toBe(200)
  expect(await typesOf(id)).not.toContain('UsernameClaimed')
  expect(
    profileEndpoints.change.response.parse((await change(token, { username: 'fred' })).body).user.username,
  ).toBe('fred')
})

test('a taken username is refused at its field, and both users keep theirs', async () => {
  const { token } = await app.signUpUser('gina')
  await app.signUpUser('hanna')
  const response = await change(token, { username: 'HANNA', bio: 'Builds things.' })
  expect(response).toMatchObject(
    refusal(409, 'name-taken', { errors: { username: 'This username is already taken' } }),
  )
  expect([(await app.logIn('gina')).status, (await app.logIn('hanna')).status]).toEqual([200, 200])
})

const bookmarks = (method: string, token: string, body?: unknown) =>
  app.http.call(method, '/api/auth/bookmarks', body, { token })

test('the bookmarks of a browser are added together', async () => {
  const { token } = await app.signUpUser('kim')
  const urls = Array.from({ length: maxBookmarks }, (_, at) => `https://example.org/${at}`)
  await bookmarks('PUT', token, { url: 'https://first.example' })
  const response = await bookmarks('POST', token, { urls })
  expect([response.status, (response.body['bookmarks'] as string[]).length]).toEqual([200, maxBookmarks])
  expect(await bookmarks('PUT', token, { url: 'https://last.example' })).toMatchObject({
    status: 422,
    body: { errors: { url: 'At most 500 bookmarks' } },
  })
})
