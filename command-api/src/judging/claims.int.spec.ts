import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { claimsChanged, type Claims } from '@thirty/contracts/judging/api.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { presenceIn } from '@thirty/infra/presence/presence.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { personId } from '@thirty/command-api/testing/people.ts'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'

const [ines, maya] = [personId(1), personId(3)]
const kanban = projectId({ run: 1, day: 4, user: maya })

const app = appForFile(commandApp)
beforeAll(() => app.register(ines))
beforeEach(() => {
  app.time.now += 3_600_000
  app.broadcasts.length = 0
})

const claim = (user: string, tab = 'tab-number-1', token = app.tokenOf(user, { isAdmin: true })) =>
  app.http.call('PUT', `/api/admin/claims/${kanban}`, { tab }, { token })
const claims = async () => {
  const { body } = await app.send('GET', '/api/admin/claims')
  // The response has the fields of the message.
  return (body as Claims).claims
}

test('shows all admins who has a project open, and since when', async () => {
  const { status } = await claim(ines)
  expect(status).toBe(200)
  const shown = {
    projectId: kanban,
    by: { _id: ines, fullName: 'Ines Duarte' },
    since: new Date(app.time.now).toISOString(),
    until: new Date(app.time.now + 600_000).toISOString(),
  }
  expect(await claims()).toEqual([shown])
  expect(app.broadcasts).toMatchObject([
    { room: 'admins', message: 'claims.changed', payload: { claims: [shown] } },
  ])
  expect(claimsChanged.safeParse(app.broadcasts[0]?.payload).success).toBe(true)
  // One without an account here has words in place of a name, and their code.
  const stranger = { _id: personId(2), ...standIn('personElsewhere', 'fullName') }
  await claim(stranger._id)
  expect((await claims())[1]).toMatchObject({ by: stranger })
})

test('the time of a response is that of the store, by which the claims end', async () => {
  const now = app.time.now - 90_000
  const { store } = await temporaryEntries(now)
  const ahead = await app.serve(app.log, { presence: presenceIn(store) })
  const token = app.tokenOf(ines, { isAdmin: true })
  const { body } = await ahead.call('PUT', `/api/admin/claims/${kanban}`, { tab: 'tab-number-1' }, { token })
  const [at, until] = [now, now + 600_000].map((time) => new Date(time).toISOString())
  expect(body).toMatchObject({ at, claims: [{ until }] })
})

test('a project in two tabs of an admin is one claim, until the last tab is closed', async () => {
  const token = app.tokenOf(ines, { isAdmin: true })
  await claim(ines, 'tab-number-1', token)
  await claim(ines, 'tab-number-2', token)
  expect(await claims()).toHaveLength(1)
  const release = (tab: string) => app.http.call('DELETE', '/api/admin/claims', { tab }, { token })
  await release('tab-number-1')
  expect(await claims()).toHaveLength(1)
  expect((await release('tab-number-2')).body).toMatchObject({ claims: [] })
  expect(app.broadcasts.at(-1)).toMatchObject({ message: 'claims.changed', payload: { claims: [] } })
})

test('a logout ends the claims of its session', async () => {
  const token = app.tokenOf(ines, { isAdmin: true })
  await claim(ines, 'tab-number-1', token)
  expect((await app.http.call('POST', '/api/auth/logout', undefined, { token })).status).toBe(200)
  expect(await claims()).toEqual([])
  expect(app.broadcasts.at(-1)).toMatchObject({ payload: { claims: [] } })
})

test('a logout succeeds while the store of the claims is away', async () => {
  const leaveSession = async () => {
    throw new StoreUnavailable('No connection.')
  }
  const away = await app.serve(app.log, { presence: { ...app.presence, leaveSession } })
  const token = app.tokenOf(ines, { isAdmin: true })
  expect((await away.call('POST', '/api/auth/logout', undefined, { token })).status).toBe(200)
})
