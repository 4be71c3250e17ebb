import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses, refusal, commandApp, password } from '@thirty/command-api/testing/test-app.ts'
import { createCommands } from '../../handle.ts'
import { setNewPassword } from './set-new-password.ts'
import { passwordHasher } from './password-hasher.ts'

const app = appForFile(commandApp)

const next = 'Another-horse-8'
const change = (token: string, body: unknown, key?: string) =>
  app.http.call('POST', '/api/auth/change-password', body, { token, key })
const fromOld = { currentPassword: password, newPassword: next }

test('changing the password returns a new token and ends every other session', async () => {
  const { id, token } = await app.signUpUser('ana')
  const other = await app.logInToken('ana')
  const { status, body } = await change(token, fromOld)
  expect(status).toBe(200)
  const response = accountEndpoints.changePassword.response.parse(body)
  expect([
    await app.statusWithToken(response.token),
    await app.statusWithToken(token),
    await app.statusWithToken(other),
  ]).toEqual([200, 401, 401])
  expect((await app.logIn('ana')).status).toBe(401)
  expect((await app.logIn('ana', next)).status).toBe(200)
  // The log keeps only the newest hash.
  expect(await app.eventsOf(`credentials-${id}`)).toHaveLength(1)
})

test('nothing that is stored reveals a password', async () => {
  const { id, token } = await app.signUpUser('bea')
  await change(token, fromOld, 'key-of-bea')
  const stored = [...(await app.eventsOf(`user-${id}`)), ...(await app.eventsOf(`credentials-${id}`))]
  const text = JSON.stringify(stored.map(({ data, metadata }) => [data, metadata]))
  expect(text).not.toContain(next)
  // Not even a digest of the request: the password could be guessed from it without argon2.
  expect(stored.every(({ metadata }) => !metadata.causation?.includes(':'))).toBe(true)
})

test('a wrong current password is refused at its field and changes nothing', async () => {
  const { token } = await app.signUpUser('carl')
  const response = await change(token, { currentPassword: 'Wrong-horse-7', newPassword: next })
  expect(response).toMatchObject(
    refusal(401, 'wrong-credentials', { errors: { currentPassword: 'The current password is wrong' } }),
  )
  expect(await app.statusWithToken(token)).toBe(200)
  expect((await app.logIn('carl')).status).toBe(200)
})

test.for([
  [
    { currentPassword: password, newPassword: password },
    'The new password must be different from the current one',
  ],
  [{ currentPassword: password, newPassword: 'Password1!' }, 'This password is too common'],
  [{ currentPassword: password, newPassword: 'lowercase-only-7' }, 'Need at least 1 uppercase'],
] as const)('%j is refused at the new password field', async ([body, message]) => {
  const name = `dora${message.length}`
  const { token } = await app.signUpUser(name)
  expect(await change(token, body)).toMatchObject({ status: 422, body: { errors: { newPassword: message } } })
  expect((await app.logIn(name)).status).toBe(200)
})

test('repeating a change with its idempotency key returns the result again, also after a restart', async () => {
  const { id, token } = await app.signUpUser('emil')
  const first = await change(token, fromOld, 'key-of-emil')
  const { token: fresh } = accountEndpoints.changePassword.response.parse(first.body)
  const process = await app.serve()
  const again = await process.call('POST', '/api/auth/change-password', fromOld, {
    token: fresh,
    key: 'key-of-emil',
  })
  expect(again.status).toBe(200)
  const other = { ...fromOld, newPassword: 'Yet-another-horse-9' }
  const reused = await process.call('POST', '/api/auth/change-password', other, {
    token: fresh,
    key: 'key-of-emil',
  })
  expect(reused).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  expect((await app.eventsOf(`user-${id}`)).map(({ type }) => type)).toEqual([
    'UserRegistered',
    'SessionsRevoked',
  ])
})

test('of two concurrent changes of one password, one succeeds', async () => {
  const { token } = await app.signUpUser('fred')
  const other = await app.logInToken('fred')
  const responses = await Promise.all([
    change(token, fromOld),
    change(other, { currentPassword: password, newPassword: 'Yet-another-horse-9' }),
  ])
  expect(countStatuses(responses)).toMatchObject({ 200: 1 })
  const works = [await app.logIn('fred', next), await app.logIn('fred', 'Yet-another-horse-9')]
  expect(countStatuses(works)).toEqual({ 200: 1, 401: 1 })
})

test('an interruption between setting the password and ending sessions leaves no session of the old password', async () => {
  const { id, token } = await app.signUpUser('gina')
  const log: typeof app.log = {
    ...app.log,
    append: async (stream, ...rest) => {
      if (stream.startsWith('user-')) throw new Error('The process has ended.')
      return app.log.append(stream, ...rest)
    },
  }
  const deps = { commands: createCommands({ log, clock: app.clock }), log, passwords: passwordHasher() }
  const context = { actor: id, correlation: 'spec', command: { id: crypto.randomUUID() } }
  await expect(setNewPassword(deps, { user: id, password: next, context })).rejects.toThrow('has ended')
  expect((await app.logIn('gina')).status).toBe(401)
  const fresh = await app.logInToken('gina', next)
  expect([await app.statusWithToken(fresh), await app.statusWithToken(token)]).toEqual([200, 401])
})

test('a password change succeeds even if the old hash cannot be removed yet', async () => {
  const { id, token } = await app.signUpUser('greta')
  const log: typeof app.log = {
    ...app.log,
    truncate: async () => {
      throw new Error('The log is unavailable.')
    },
  }
  const process = await app.serve(log)
  const response = await process.call('POST', '/api/auth/change-password', fromOld, { token })
  expect(response.status).toBe(200)
  const { token: fresh } = accountEndpoints.changePassword.response.parse(response.body)
  expect(await app.statusWithToken(fresh)).toBe(200)
  // The next change removes it.
  expect(await app.eventsOf(`credentials-${id}`)).toHaveLength(2)
  await change(fresh, { currentPassword: next, newPassword: 'Yet-another-horse-9' })
  expect(await app.eventsOf(`credentials-${id}`)).toHaveLength(1)
})

test('a user without a password learns how to get one', async () => {
  const { id, token } = await app.signUpUser('hugo')
  await app.append(`credentials-${id}`, 'PasswordRemoved', { sessionVersion: 0 })
  expect(await change(token, fromOld)).toMatchObject({ status: 409, body: { code: 'no-password' } })
})
