import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetful, isOver, newPassword } from './reset-spec-app.ts'
import { credentialsStream, deletedStream, userStream } from './streams.ts'

let app: Awaited<ReturnType<typeof forgetful>>
beforeEach(async () => {
  app = await forgetful()
})
afterEach(() => app.close())

test('who signed in elsewhere so far gets a first password', async () => {
  await app.joinElsewhere('social')
  expect((await app.logIn('social@example.org', newPassword)).status).toBe(401)
  expect((await app.reset(await app.token('social'))).status).toBe(200)
  expect((await app.logIn('social@example.org', newPassword)).status).toBe(200)
})

test('who was switched off meanwhile gets no new password', async () => {
  const id = await app.join('ana')
  const token = await app.token('ana')
  const off = app.event('UserStatusChanged', { status: 'inactive' })
  await app.log.append(userStream(id), [off], 'any')
  expect(await app.reset(token)).toMatchObject(isOver)
  expect(await app.eventsOf(credentialsStream(id))).toHaveLength(1)
})

test('whose deletion was announced gets no new password, also while it is not erased yet', async () => {
  const id = await app.join('ana')
  const token = await app.token('ana')
  const registered = { at: '2026-03-02T08:00:00.000Z', position: '1' }
  const deleted = app.event('AccountDeleted', { role: 'participant', status: 'active', registered })
  await app.log.append(deletedStream(id), [deleted], 'none')
  expect(await app.reset(token)).toMatchObject(isOver)
  expect(app.sent.map(({ kind }) => kind)).toEqual(['password-reset'])
})
