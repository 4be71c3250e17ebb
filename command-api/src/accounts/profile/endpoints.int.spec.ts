import { profileEndpoints } from '@thirty/contracts/accounts/profile-api.ts'
import { maxBookmarks } from '@thirty/contracts/accounts/profile-fields.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { refusal, commandApp } from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)

const change = async (token: string, body: object) =>
  profileEndpoints.change.response.parse((await app.http.changeProfile(token, body)).body).user

test('a change affects only the fields of the request', async () => {
  const { token } = await app.signUpUser('ana')
  const texts = { bio: 'Builds things.', location: 'Lima' }
  await change(token, { ...texts, website: 'ana.example' })
  const preferences = { theme: 'dark', notifications: { newsletter: true } }
  expect(await change(token, { fullName: 'Ana N.', ...preferences })).toMatchObject({
    ...texts,
    fullName: 'Ana N.',
    username: 'ana',
    website: 'https://ana.example',
    theme: 'dark',
    notifications: { email: true, push: true, newsletter: true },
  })
})

test('a reserved username is refused at its field, and an account that has one keeps it', async () => {
  const { token } = await app.signUpUser('ola')
  expect(await app.http.changeProfile(token, { username: '_ADMIN' })).toMatchObject(
    refusal(422, 'invalid-fields', { errors: { username: 'This username is reserved' } }),
  )
  const { id, token: older } = await app.signUpUser('pia')
  await app.append(`user-${id}`, 'ProfileChanged', { username: 'support' })
  expect((await change(older, { username: 'support', bio: 'Here since 2025.' })).username).toBe('support')
})

test('users can change the case of their username, or remove it', async () => {
  const { id, token } = await app.signUpUser('fred')
  expect((await change(token, { username: 'FRED' })).username).toBe('FRED')
  expect((await app.logIn('fred')).status).toBe(200)
  expect((await change(token, { username: '' })).username).toBeNull()
  expect([(await app.logIn('fred')).status, (await app.logIn('fred@example.org')).status]).toEqual([401, 200])
  expect(await app.typesOf(`user-${id}`)).not.toContain('UsernameClaimed')
  expect((await change(token, { username: 'fred' })).username).toBe('fred')
})

test('a taken username is refused at its field, and both users keep theirs', async () => {
  const { token } = await app.signUpUser('gina')
  await app.signUpUser('hanna')
  expect(await app.http.changeProfile(token, { username: 'HANNA', bio: 'Builds things.' })).toMatchObject(
    refusal(409, 'name-taken', { errors: { username: 'This username is already taken' } }),
  )
  expect([(await app.logIn('gina')).status, (await app.logIn('hanna')).status]).toEqual([200, 200])
})

test('the bookmarks of a browser are added together', async () => {
  const { token } = await app.signUpUser('kim')
  const bookmarks = (method: string, body: object) =>
    app.http.call(method, '/api/auth/bookmarks', body, { token })
  const urls = Array.from({ length: maxBookmarks }, (_, at) => `https://example.org/${at}`)
  await bookmarks('PUT', { url: 'https://first.example' })
  const response = await bookmarks('POST', { urls })
  expect([response.status, (response.body['bookmarks'] as string[]).length]).toEqual([200, maxBookmarks])
})
