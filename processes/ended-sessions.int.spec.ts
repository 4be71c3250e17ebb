import { ownDataResponse } from '@thirty/contracts/accounts/own-data-api.ts'
import { sessionEndpoints } from '@thirty/contracts/accounts/sessions-api.ts'
import { expect, test } from 'vitest'
import { processesOfTest } from './testing/history-model/stores.ts'
import { productOfTest, type Person, type TestProduct } from './testing/product.ts'

/** Opens a socket of another session of a person at the other process, which nothing else uses. */
async function sessionAt(there: TestProduct, here: TestProduct, person: Person) {
  const session = { token: (await there.logIn(person)) ?? '' }
  const connect = () => there.openSocket(session)
  const { socket } = await connect()
  const expectEnded = async () => {
    for (const { ask } of [there, here]) {
      const status = async () => (await ask({ method: 'GET', path: '/api/auth/me', ...session })).status
      await expect.poll(status, { timeout: 2_000, interval: 50 }).toBe(401)
    }
    await expect.poll(() => socket.connected, { timeout: 5_000, interval: 50 }).toBe(false)
    await expect(connect()).rejects.toThrow('Authentication failed')
  }
  return { session, expectEnded }
}

test('a logout, the end of a session and a deactivation at one process end the session at all of them', async () => {
  const [here, there] = await processesOfTest()
  const [admin, person] = [await here.admin(), await here.participant()]
  const sessionThere = () => sessionAt(there, here, person)
  const loggedOut = await sessionThere()
  await here.send(loggedOut.session, 'POST /api/auth/logout')
  await loggedOut.expectEnded()

  const ended = await sessionThere()
  const mine = () => here.send(person, 'GET /api/auth/sessions')
  const sessions = async () => sessionEndpoints.mine.response.parse(await mine()).sessions
  // It is recorded while the socket opens.
  await expect.poll(async () => (await sessions()).length, { timeout: 2_000, interval: 50 }).toBe(2)
  const other = (await sessions()).find(({ current }) => !current)
  await here.send(person, `DELETE /api/auth/sessions/${other?.id}`)
  await ended.expectEnded()
  expect(await sessions()).toHaveLength(1)

  const deactivated = await sessionThere()
  await here.send(admin, `PUT /api/auth/users/${person.id}/status`, { status: 'inactive' })
  await deactivated.expectEnded()
})

test('the export of own data has the sessions of the user, without ids and addresses', async () => {
  const product = await productOfTest()
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const person = await product.participant()
  const json = await product.send(person, 'GET /api/auth/export', undefined, headers)
  const times = { since: expect.any(String), lastSeenAt: expect.any(String), expiresAt: expect.any(String) }
  expect(ownDataResponse.parse(json).sessions).toEqual([{ browser: 'Firefox', system: 'Linux', ...times }])
})
