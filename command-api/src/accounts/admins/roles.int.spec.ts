import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { commandApp, signUpBody, refusal } from '@thirty/command-api/testing/test-app.ts'
import {
  logInterruptedBefore,
  logEndingBefore,
  logEndingAtRemoval,
} from '@thirty/command-api/testing/interrupted-log.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { createCommands } from '../../handle.ts'
import { loadAccount } from '../account.ts'
import { makeAdmin, setUserStatus } from './admin-list.ts'

const app = appForEach(commandApp)

type Person = { id: string; token: string }
const owners = async () =>
  [await app.signUpUser('ruth', { isAdmin: true }), await app.signUpUser('otto', { isAdmin: true })] as const
const setRole = (by: Person, { id }: Pick<Person, 'id'>, role: string, http = app.http) =>
  http.call('PUT', `/api/admin/team/${id}/role`, { role }, { token: by.token })
const setStatus = (by: Person, { id }: Person, status: string, http = app.http) =>
  http.setStatus(by.token, id, status)
const roleAtLogin = async (name: string) => signedInResponse.parse((await app.logIn(name)).body).user.role
const lastAdmin = refusal(409, 'last-admin')

/** Starts a process that runs `interrupt` once, right before it appends an event of this type. */
const interruptedProcess = (type: string, interrupt: () => Promise<unknown>) =>
  app.serve(logInterruptedBefore(app.log, (event) => event.type === type, interrupt))
/** Starts a process that ends before it adds somebody to the list of admins. */
const endingProcess = () => app.serve(logEndingBefore(app.log, 'AdminJoined'))

test('an owner changes the role of another admin, which holds from the next request on', async () => {
  const [ruth, otto] = await owners()
  expect(await setRole(ruth, otto, 'organiser')).toMatchObject({
    status: 200,
    body: { message: 'Role changed' },
  })
  expect(await setRole(otto, ruth, 'viewer')).toMatchObject(
    refusal(403, 'not-allowed', { message: 'Access denied. Only owners can do this.' }),
  )
  expect(await roleAtLogin('otto')).toBe('organiser')
  expect((await app.eventsOf('admins')).at(-1)).toMatchObject({
    type: 'AdminRoleChanged',
    data: { user: otto.id, from: 'owner', to: 'organiser' },
    metadata: { actor: ruth.id },
  })
})

test('of two owners who demote each other at once, one stays', async () => {
  const [ruth, otto] = await owners()
  // Ruth's request was admitted while she was an owner, and arrives at the log after that of Otto.
  const slow = await interruptedProcess('AdminRoleChanged', () => setRole(otto, ruth, 'reviewer'))
  expect(await setRole(ruth, otto, 'reviewer', slow)).toMatchObject({ status: 403 })
  expect([await roleAtLogin('ruth'), await roleAtLogin('otto')]).toEqual(['reviewer', 'owner'])
})

test('an organiser activates and deactivates participants, and no admins', async () => {
  const [ruth, otto] = await owners()
  const ana = await app.signUpUser('ana')
  await setRole(ruth, otto, 'organiser')
  expect((await setStatus(otto, ana, 'inactive')).status).toBe(200)
  expect(await setStatus(otto, ruth, 'inactive')).toMatchObject(refusal(403, 'not-allowed'))
  const vera = await app.signUpUser('vera', { isAdmin: true })
  await setStatus(ruth, vera, 'inactive')
  expect(await setStatus(otto, vera, 'active')).toMatchObject(refusal(403, 'not-allowed'))
  const end = async ({ id }: Person) =>
    (await app.http.call('DELETE', `/api/auth/users/${id}/sessions`, undefined, { token: otto.token })).status
  expect([await end(ana), await end(ruth)]).toEqual([200, 403])
})

test('an invited admin is never an owner, not even before the list of admins knows the role', async () => {
  const [ruth] = await owners()
  const invitation = await app.http.invite(ruth.token, 'viewer')
  await (await endingProcess()).accept(invitation, signUpBody('vera'))
  expect(await roleAtLogin('vera')).toBe('viewer')
})

/** Signs up an owner in a process that ends before the list of admins has them. */
async function ownerWithoutEntry(name: string): Promise<Person> {
  await (await endingProcess()).adminSignUp(signUpBody(name))
  const { _id: id, token } = signedInResponse.parse((await app.logIn(name)).body).user
  return { id, token }
}

test('an owner whose entry in the list of admins is missing gets it with the first decision about the team', async () => {
  const [ruth, otto] = await owners()
  const vera = await ownerWithoutEntry('vera')
  expect((await setRole(vera, otto, 'viewer')).status).toBe(200)
  expect((await app.eventsOf('admins')).slice(-2)).toMatchObject([
    { type: 'AdminJoined', data: { user: vera.id } },
    { type: 'AdminRoleChanged', data: { user: otto.id, to: 'viewer' }, metadata: { actor: vera.id } },
  ])
  const wanda = await ownerWithoutEntry('wanda')
  expect((await setStatus(wanda, otto, 'inactive')).status).toBe(200)
  const zoe = await ownerWithoutEntry('zoe')
  expect(await app.http.invite(zoe.token)).not.toBe('')
  expect((await setRole(ruth, zoe, 'viewer')).status).toBe(200)
})

test('an admin who is activated while being deactivated or deleting the account does not count as remaining', async () => {
  const [ruth, otto] = await owners()
  const activate = () => setStatus(ruth, otto, 'active')
  const slow = await interruptedProcess('UserStatusChanged', activate)
  expect((await setStatus(ruth, otto, 'inactive', slow)).status).toBe(200)
  expect(await app.http.leave(ruth.token)).toMatchObject(lastAdmin)
  await activate()
  const leaving = await interruptedProcess('AccountDeleted', activate)
  expect((await leaving.leave(await app.logInToken('otto'))).status).toBe(200)
  expect(await app.http.leave(ruth.token)).toMatchObject(lastAdmin)
})

test('an owner who is activated again counts as remaining', async () => {
  const [ruth, otto] = await owners()
  await setStatus(ruth, otto, 'inactive')
  expect(await app.http.leave(ruth.token)).toMatchObject(lastAdmin)
  await setStatus(ruth, otto, 'active')
  expect((await app.http.leave(ruth.token)).status).toBe(200)
})

const context = (id: string) => ({ actor: operatorId, correlation: 'shell', command: { id } })

test('an account whose deletion is recorded changes no status and becomes no admin, even before its data is erased', async () => {
  const [ruth, otto] = await owners()
  const ada = await app.signUpUser('ada')
  const unerased = await app.serve(logEndingAtRemoval(app.log))
  for (const { token } of [otto, ada]) expect((await unerased.leave(token)).status).toBe(200)
  for (const status of ['active', 'inactive'])
    expect(await setStatus(ruth, otto, status)).toMatchObject(refusal(404, 'user-not-found'))
  expect(await app.http.leave(ruth.token)).toMatchObject(lastAdmin)
  expect(await app.typesOf(`user-${ada.id}`)).toEqual(['UserRegistered'])
  const made = makeAdmin(app.commands, ada.id, context('late'))
  await expect(made).rejects.toMatchObject({ code: 'user-not-found' })
  expect((await app.wholeLog()).match(new RegExp(`"AdminJoined",{"user":"${ada.id}"`))).toBeNull()
})

test('an operator makes a participant an admin, who can be the last one', async () => {
  const { commands } = app
  const ada = await app.signUpUser('ada')
  await makeAdmin(commands, ada.id, context('first'))
  expect((await loadAccount(commands, ada.id))?.isAdmin).toBe(true)
  expect((await app.eventsOf(`user-${ada.id}`)).at(-1)).toMatchObject({
    type: 'AdminRightsGranted',
    metadata: { actor: operatorId },
  })
  const deactivation = { user: ada.id, status: 'inactive', by: operatorId } as const
  const requireRights = () => undefined
  await expect(
    setUserStatus(commands, { ...deactivation, requireRights, context: context('off') }),
  ).rejects.toMatchObject({ code: 'last-admin' })
})

test('a repeated command completes one that was interrupted before the list of admins', async () => {
  const ada = await app.signUpUser('ada')
  const interrupted = createCommands({ log: logEndingBefore(app.log, 'AdminJoined'), clock: app.clock })
  await expect(makeAdmin(interrupted, ada.id, context('first'))).rejects.toThrow('The process has ended.')
  await makeAdmin(app.commands, ada.id, context('second'))
  expect(await app.typesOf('admins')).toEqual(['AdminJoined'])
  expect(await app.typesOf(`user-${ada.id}`)).toEqual(['UserRegistered', 'AdminRightsGranted'])
})
