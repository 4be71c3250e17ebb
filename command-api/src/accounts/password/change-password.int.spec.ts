import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { logEndingBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { expect, test } from 'vitest'
import { countStatuses, refusal, commandApp, password } from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)

const next = 'Another-horse-8'
const change = (token: string, newPassword = next, current = password) =>
  app.http.changePassword(token, current, newPassword)
/** Returns the token in the response to a change. */
const freshToken = ({ body }: Awaited<ReturnType<typeof change>>) =>
  accountEndpoints.changePassword.response.parse(body).token
const statuses = (...tokens: string[]) => Promise.all(tokens.map(app.statusWithToken))

test('changing the password returns a new token and ends every other session', async () => {
  const { id, token } = await app.signUpUser('ana')
  const other = await app.logInToken('ana')
  expect(await statuses(freshToken(await change(token)), token, other)).toEqual([200, 401, 401])
  expect([(await app.logIn('ana')).status, (await app.logIn('ana', next)).status]).toEqual([401, 200])
  // The log keeps only the newest hash.
  expect(await app.eventsOf(`credentials-${id}`)).toHaveLength(1)
})

test('nothing that is stored reveals a password', async () => {
  const { id, token } = await app.signUpUser('bea')
  await app.http.changePassword(token, password, next, 'key-of-bea')
  const stored = [...(await app.eventsOf(`user-${id}`)), ...(await app.eventsOf(`credentials-${id}`))]
  expect(JSON.stringify(stored.map(({ data, metadata }) => [data, metadata]))).not.toContain(next)
  // Not even a digest of the request: the password could be guessed from it without argon2.
  expect(stored.every(({ metadata }) => !metadata.causation?.includes(':'))).toBe(true)
})

test.for([
  ['Wrong-horse-7', next, 401, { currentPassword: 'The current password is wrong' }],
  [password, password, 422, { newPassword: 'The new password must be different from the current one' }],
  [password, 'Password1!', 422, { newPassword: 'This password is too common' }],
  [password, 'lowercase-only-7', 422, { newPassword: 'Need at least 1 uppercase' }],
] as const)(
  'a change from %j to %j is refused at its field and changes nothing',
  async ([current, newPassword, status, errors]) => {
    const name = `dora${status}${newPassword.length}`
    const { token } = await app.signUpUser(name)
    const code = status === 401 ? 'wrong-credentials' : 'invalid-fields'
    expect(await change(token, newPassword, current)).toMatchObject(refusal(status, code, { errors }))
    expect([await app.statusWithToken(token), (await app.logIn(name)).status]).toEqual([200, 200])
  },
)

test('repeating a change with its idempotency key returns the result again, also after a restart', async () => {
  const { id, token } = await app.signUpUser('emil')
  const fresh = freshToken(await app.http.changePassword(token, password, next, 'key-of-emil'))
  const process = await app.serve()
  expect((await process.changePassword(fresh, password, next, 'key-of-emil')).status).toBe(200)
  expect(await process.changePassword(fresh, password, 'Yet-another-horse-9', 'key-of-emil')).toMatchObject(
    refusal(422, 'key-reused'),
  )
  expect(await app.typesOf(`user-${id}`)).toEqual(['UserRegistered', 'SessionsRevoked'])
})

test('of two concurrent changes of one password, one succeeds', async () => {
  const tokens = [(await app.signUpUser('fred')).token, await app.logInToken('fred')]
  const secrets = [next, 'Yet-another-horse-9']
  const responses = await Promise.all(tokens.map((token, index) => change(token, secrets[index])))
  expect(countStatuses(responses)).toMatchObject({ 200: 1 })
  const logins = await Promise.all(secrets.map((secret) => app.logIn('fred', secret)))
  expect(countStatuses(logins)).toEqual({ 200: 1, 401: 1 })
})

test('an interruption between setting the password and ending sessions leaves no session of the old password', async () => {
  const { token } = await app.signUpUser('gina')
  const process = await app.serve(logEndingBefore(app.log, 'SessionsRevoked'))
  expect((await process.changePassword(token, password, next)).status).toBe(500)
  expect((await app.logIn('gina')).status).toBe(401)
  expect(await statuses(await app.logInToken('gina', next), token)).toEqual([200, 401])
})

test('a password change succeeds even if the old hash cannot be removed yet', async () => {
  const { id, token } = await app.signUpUser('greta')
  const truncate = () => Promise.reject(new Error('The log is unavailable.'))
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const process = await app.serve({ ...app.log, truncate }, { warn })
  const fresh = freshToken(await process.changePassword(token, password, next))
  expect(await app.statusWithToken(fresh)).toBe(200)
  expect(await app.eventsOf(`credentials-${id}`)).toHaveLength(2)
  expect(warnings).toEqual(['the hash of an old password stays until the next password change'])
  // The next change removes it.
  await change(fresh, 'Yet-another-horse-9', next)
  expect(await app.eventsOf(`credentials-${id}`)).toHaveLength(1)
})

test('an account that is erased between its new password and the end of its sessions is gone', async () => {
  const { token } = await app.signUpUser('hedi')
  const append: typeof app.log.append = async (stream, ...args) => {
    const stored = await app.log.append(stream, ...args)
    if (stream.startsWith('credentials-')) await app.http.leave(token, { password: next })
    return stored
  }
  const process = await app.serve({ ...app.log, append })
  expect(await process.changePassword(token, password, next)).toMatchObject(
    refusal(404, 'not-found', { message: 'This account no longer exists.' }),
  )
})

test('a user without a password learns how to get one', async () => {
  const { id, token } = await app.signUpUser('hugo')
  await app.append(`credentials-${id}`, 'PasswordRemoved', { sessionVersion: 0 })
  expect(await change(token)).toMatchObject(refusal(409, 'no-password'))
})
