import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import { nameStreams } from './name-streams.ts'
import { rebuildReservations } from './rebuild-reservations.ts'

const app = appForFile(commandApp)

const newNames = nameStreams('the key that was generated after the first one was lost')

test('all names are reserved again under a new key, and nothing is left under the lost one', async () => {
  const { id: ana, token } = await app.signUpUser('ana')
  await app.http.changeProfile(token, { username: 'ana_2' })
  await app.http.leave((await app.signUpUser('ben')).token)
  const { id: cleo } = await app.signUpUser('cleo')
  // An upgrade that took too long made a second account with this name.
  const second = crypto.randomUUID()
  await app.register(second, { username: 'cleo', email: 'other@example.org', role: 'participant' })
  // As an older release reserved it.
  await app.append(app.names.username('cleo').olderStream, 'Reserved', { user: cleo })

  const deps = { ...app, names: newNames }
  for (const _repeated of [1, 2]) expect(await rebuildReservations(deps)).toEqual({ accounts: 3 })

  const streams = new Map<string, unknown>()
  for await (const events of app.log.readAll({ streams: ['email-', 'username-', 'identity-'] }))
    for (const { stream, data } of events) streams.set(stream, data)
  expect(streams).toEqual(
    new Map([
      [newNames.email('ana@example.org').stream, { user: ana }],
      [newNames.username('ana_2').stream, { user: ana }],
      [newNames.email('cleo@example.org').stream, { user: cleo }],
      [newNames.username('cleo').stream, { user: cleo }],
      [newNames.email('other@example.org').stream, { user: second }],
    ]),
  )
  const process = await app.serve(app.log, { names: newNames })
  for (const name of ['ana_2', 'ana@example.org', 'cleo'])
    expect((await process.logIn(name)).status).toBe(200)
  expect((await process.logIn('ben')).status).toBe(401)
  const signUp = (name: string) => process.call('POST', '/api/auth/signup', signUpBody(name))
  expect([(await signUp('cleo')).status, (await signUp('ben')).status]).toEqual([409, 201])
})
