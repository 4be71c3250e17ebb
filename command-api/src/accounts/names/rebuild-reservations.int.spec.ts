import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, password, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import { nameStreams } from './name-streams.ts'
import { rebuildReservations } from './rebuild-reservations.ts'

const app = appForFile(commandApp)

const newNames = nameStreams('the key that was generated after the first one was lost')

test('all names are reserved again under a new key, and nothing is left under the lost one', async () => {
  const { id: ana, token } = await app.signUpUser('ana')
  await app.http.call('PUT', '/api/auth/profile', { username: 'ana_2' }, { token })
  const ben = await app.signUpUser('ben')
  await app.http.call('DELETE', '/api/auth/account', { password }, { token: ben.token })
  // An account of an older release.
  const { olderStream } = app.names.username('cleo')
  const cleo = await app.signUpUser('cleo')
  const [reserved] = await app.eventsOf(app.names.username('cleo').stream)
  if (reserved === undefined) throw new Error('The name is not reserved.')
  const { id: _, stream: __, revision: ___, position: ____, ...event } = reserved
  await app.log.append(olderStream, [{ ...event, id: crypto.randomUUID() }], 'none')

  const deps = { ...app, names: newNames }
  for (const _repeated of [1, 2]) expect(await rebuildReservations(deps)).toEqual({ accounts: 2 })

  const streams = new Map<string, unknown>()
  for await (const events of app.log.readAll({ streams: ['email-', 'username-', 'identity-'] }))
    for (const { stream, data } of events) streams.set(stream, data)
  expect(streams).toEqual(
    new Map([
      [newNames.email('ana@example.org').stream, { user: ana }],
      [newNames.username('ana_2').stream, { user: ana }],
      [newNames.email('cleo@example.org').stream, { user: cleo.id }],
      [newNames.username('cleo').stream, { user: cleo.id }],
    ]),
  )
  const process = await app.serve(app.log, { names: newNames })
  const logIn = (emailOrUsername: string) =>
    process.call('POST', '/api/auth/login', { emailOrUsername, password })
  for (const name of ['ana_2', 'ana@example.org', 'cleo']) expect((await logIn(name)).status).toBe(200)
  expect((await logIn('ben')).status).toBe(401)
  expect((await process.call('POST', '/api/auth/signup', signUpBody('cleo'))).status).toBe(409)
  expect((await process.call('POST', '/api/auth/signup', signUpBody('ben'))).status).toBe(201)
})
