import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { expect, test } from 'vitest'
import { accountsApp, password } from '@thirty/command-api/testing/accounts-app.ts'
import { logInterruptedBefore, logEndingAtRemoval } from '@thirty/command-api/testing/interrupted-log.ts'

const app = appForEach(accountsApp)

type Person = { id: string; token: string }
const setStatus = (by: Person, { id }: Person, status: string, http = app.http) =>
  http.call('PUT', `/api/auth/users/${id}/status`, { status }, { token: by.token })
const leave = ({ token }: Person, http = app.http) =>
  http.call('DELETE', '/api/auth/account', { password }, { token })

/** Starts a process that runs `interrupt` once, right before it appends an event of this type. */
async function interruptedProcess(type: string, interrupt: () => Promise<unknown>) {
  return app.serve(logInterruptedBefore(app.log, (event) => event.type === type, interrupt))
}

test('an admin who is activated and deactivated concurrently does not count as remaining', async () => {
  const root = await app.signUpUser('ruth', { isAdmin: true })
  const other = await app.signUpUser('other', { isAdmin: true })
  const slow = await interruptedProcess('UserStatusChanged', () => setStatus(root, other, 'active'))
  expect((await setStatus(root, other, 'inactive', slow)).status).toBe(200)
  await slow.close()
  expect(await leave(root)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
})

test('an admin who is activated while deleting the account does not count as remaining', async () => {
  const root = await app.signUpUser('ruth', { isAdmin: true })
  const other = await app.signUpUser('other', { isAdmin: true })
  const slow = await interruptedProcess('AccountDeleted', () => setStatus(root, other, 'active'))
  expect((await leave(other, slow)).status).toBe(200)
  await slow.close()
  expect(await leave(root)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
})

test('the status of a deleted account cannot change, even before its data is erased', async () => {
  const root = await app.signUpUser('ruth', { isAdmin: true })
  const other = await app.signUpUser('other', { isAdmin: true })
  const broken = await app.serve(logEndingAtRemoval(app.log))
  expect((await leave(other, broken)).status).toBe(200)
  await broken.close()
  for (const status of ['active', 'inactive'])
    expect(await setStatus(root, other, status)).toMatchObject(refusal(404, 'user-not-found'))
  expect(await leave(root)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
})
