import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { invitationCreatedResponse } from '@thirty/contracts/team/api.ts'
import { commandApp, signUpBody, password, refusal } from '@thirty/command-api/testing/test-app.ts'
import { adminKey } from '@thirty/command-api/testing/test-context.ts'
import {
  logInterruptedBefore,
  logEndingBefore,
  logEndingAtRemoval,
} from '@thirty/command-api/testing/interrupted-log.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { createCommands } from '../../handle.ts'
import { loadAccount } from '../load-account.ts'
import { setUserStatus } from '../status/endpoints.ts'
import { makeAdmin } from './endpoints.ts'

const app = appForEach(commandApp)

type Person = { id: string; token: string }
const owner = (name: string) => app.signUpUser(name, { isAdmin: true })
const setRole = (by: Person, { id }: Pick<Person, 'id'>, role: string, http = app.http) =>
  http.call('PUT', `/api/admin/team/${id}/role`, { role }, { token: by.token })
const setStatus = (by: Person, { id }: Person, status: string, http = app.http) =>
  http.call('PUT', `/api/auth/users/${id}/status`, { status }, { token: by.token })
const roleAtLogin = async (name: string) =>
  signedInResponse.shape.user.parse(
    // The response has the shape that the schema says.
    ((await app.logIn(name)).body as { user: unknown }).user,
  ).role

const leave = ({ token }: Person, http = app.http) =>
  http.call('DELETE', '/api/auth/account', { password }, { token })
/** Starts a process that runs `interrupt` once, right before it appends an event of this type. */
const interruptedProcess = (type: string, interrupt: () => Promise<unknown>) =>
  app.serve(logInterruptedBefore(app.log, (event) => event.type === type, interrupt))

test('an owner changes the role of another admin, which holds from the next request on', async () => {
  const [ruth, otto] = [await owner('ruth'), await owner('otto')]
  expect(await setRole(ruth, otto, 'organiser')).toMatchObject({
    status: 200,
    body: { message: 'Role changed' },
  })
  expect(await setRole(otto, ruth, 'viewer')).toMatchObject(
    refusal(403, 'not-allowed', { message: 'Access denied. Only owners can do this.' }),
  )
  expect(await roleAtLogin('otto')).toBe('organiser')
  const events = await app.eventsOf('admins')
  expect(events.at(-1)).toMatchObject({
    type: 'AdminRoleChanged',
    data: { user: otto.id, from: 'owner', to: 'organiser' },
    metadata: { actor: ruth.id },
  })
})

test('of two owners who demote each other at once, one stays', async () => {
  const [ruth, otto] = [await owner('ruth'), await owner('otto')]
  // Ruth's request was admitted while she was an owner, and arrives at the log after that of Otto.
  const slow = await interruptedProcess('AdminRoleChanged', () => setRole(otto, ruth, 'reviewer'))
  expect(await setRole(ruth, otto, 'reviewer', slow)).toMatchObject({ status: 403 })
  expect([await roleAtLogin('ruth'), await roleAtLogin('otto')]).toEqual(['reviewer', 'owner'])
})

test('an organiser activates and deactivates participants, and no admins', async () => {
  const [ruth, otto] = [await owner('ruth'), await owner('otto')]
  const ana = await app.signUpUser('ana')
  await setRole(ruth, otto, 'organiser')
  expect((await setStatus(otto, ana, 'inactive')).status).toBe(200)
  expect(await setStatus(otto, ruth, 'inactive')).toMatchObject(refusal(403, 'not-allowed'))
  const vera = await owner('vera')
  await setStatus(ruth, vera, 'inactive')
  expect(await setStatus(otto, vera, 'active')).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  const end = (user: Person) =>
    app.http.call('DELETE', `/api/auth/users/${user.id}/sessions`, undefined, { token: otto.token })
  expect([(await end(ana)).status, (await end(ruth)).status]).toEqual([200, 403])
})

test('an invited admin is never an owner, not even before the list of admins knows the role', async () => {
  const ruth = await owner('ruth')
  const invitation = await app.http.call(
    'POST',
    '/api/admin/invitations',
    { role: 'viewer', days: 1 },
    { token: ruth.token },
  )
  const { link } = invitationCreatedResponse.parse(invitation.body).invitation
  const token = new URL(link ?? '').searchParams.get('token')
  const broken = await app.serve(logEndingBefore(app.log, 'AdminJoined'))
  await broken.call('POST', '/api/auth/invitations/accept', { ...signUpBody('vera'), token })
  expect(await roleAtLogin('vera')).toBe('viewer')
})

/** Signs up an owner in a process that ends before the list of admins has them. */
async function ownerWithoutEntry(name: string): Promise<Person> {
  const broken = await app.serve(logEndingBefore(app.log, 'AdminJoined'))
  await broken.call('POST', '/api/auth/admin-signup', { ...signUpBody(name), adminKey })
  const { _id: id, token } = signedInResponse.parse((await app.logIn(name)).body).user
  return { id, token }
}

test('an owner whose entry in the list of admins is missing gets it with the first decision about the team', async () => {
  const [ruth, otto] = [await owner('ruth'), await owner('otto')]
  const vera = await ownerWithoutEntry('vera')
  expect((await setRole(vera, otto, 'viewer')).status).toBe(200)
  expect((await app.eventsOf('admins')).slice(-2)).toMatchObject([
    { type: 'AdminJoined', data: { user: vera.id } },
    { type: 'AdminRoleChanged', data: { user: otto.id, to: 'viewer' }, metadata: { actor: vera.id } },
  ])
  const wanda = await ownerWithoutEntry('wanda')
  expect((await setStatus(wanda, otto, 'inactive')).status).toBe(200)
  const zoe = await ownerWithoutEntry('zoe')
  const body = { role: 'viewer', days: 1 }
  const invited = await app.http.call('POST', '/api/admin/invitations', body, { token: zoe.token })
  expect(invitationCreatedResponse.parse(invited.body).invitation.state).toBe('open')
  expect((await setRole(ruth, zoe, 'viewer')).status).toBe(200)
})

test('an admin who is activated and deactivated concurrently does not count as remaining', async () => {
  const [root, other] = [await owner('ruth'), await owner('other')]
  const slow = await interruptedProcess('UserStatusChanged', () => setStatus(root, other, 'active'))
  expect((await setStatus(root, other, 'inactive', slow)).status).toBe(200)
  expect(await leave(root)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
})

test('an admin who is activated while deleting the account does not count as remaining', async () => {
  const [root, other] = [await owner('ruth'), await owner('other')]
  const slow = await interruptedProcess('AccountDeleted', () => setStatus(root, other, 'active'))
  expect((await leave(other, slow)).status).toBe(200)
  expect(await leave(root)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
})

test('the status of a deleted account cannot change, even before its data is erased', async () => {
  const [root, other] = [await owner('ruth'), await owner('other')]
  const broken = await app.serve(logEndingAtRemoval(app.log))
  expect((await leave(other, broken)).status).toBe(200)
  for (const status of ['active', 'inactive'])
    expect(await setStatus(root, other, status)).toMatchObject(refusal(404, 'user-not-found'))
  expect(await leave(root)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
})

const context = (id: string) => ({ actor: operatorId, correlation: 'shell', command: { id } })
const typesOf = async (stream: string) => (await app.eventsOf(stream)).map(({ type }) => type)

test('an operator makes a participant an admin, who can be the last one', async () => {
  const { commands } = app
  const ada = await app.signUpUser('ada')
  await makeAdmin(commands, ada.id, context('first'))
  expect((await loadAccount(commands, ada.id))?.isAdmin).toBe(true)
  expect((await app.eventsOf(`user-${ada.id}`)).at(-1)).toMatchObject({
    type: 'AdminRightsGranted',
    metadata: { actor: operatorId },
  })
  const deactivation = {
    user: ada.id,
    status: 'inactive',
    by: operatorId,
    requireRights: () => undefined,
    context: context('off'),
  } as const
  await expect(setUserStatus(commands, deactivation)).rejects.toMatchObject({ code: 'last-admin' })
})

test('a repeated command completes one that was interrupted before the list of admins', async () => {
  const ada = await app.signUpUser('ada')
  const { clock } = app
  const interrupted = createCommands({ log: logEndingBefore(app.log, 'AdminJoined'), clock })
  await expect(makeAdmin(interrupted, ada.id, context('first'))).rejects.toThrow('The process has ended.')
  await makeAdmin(app.commands, ada.id, context('second'))
  expect(await typesOf('admins')).toEqual(['AdminJoined'])
  expect(await typesOf(`user-${ada.id}`)).toEqual(['UserRegistered', 'AdminRightsGranted'])
})

test('an account whose deletion is recorded is not made an admin, even before its data is erased', async () => {
  const ada = await app.signUpUser('ada')
  const unerased = await app.serve(logEndingAtRemoval(app.log))
  expect((await leave(ada, unerased)).status).toBe(200)
  expect(await typesOf(`user-${ada.id}`)).toEqual(['UserRegistered'])
  await expect(makeAdmin(app.commands, ada.id, context('late'))).rejects.toMatchObject({
    code: 'user-not-found',
  })
  expect(await typesOf('admins')).toEqual([])
})
