import { endChallengeResponse, startChallengeResponse } from '@thirty/contracts/challenge/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, type Sender } from '@thirty/command-api/testing/test-app.ts'
import { admin } from '@thirty/command-api/testing/people.ts'

const app = appForEach(commandApp)

const start = (body?: unknown) => app.send('POST', '/api/admin/challenge/start', body)

test('an admin starts the challenge with an empty request', async () => {
  const { status, body } = await start()
  expect(status).toBe(200)
  expect(startChallengeResponse.parse(body)).toMatchObject({ day: 1, startsAt: '2026-03-02T08:00:00.000Z' })
  expect(await app.eventsOf('challenge')).toMatchObject([
    { type: 'ChallengeStarted', data: { run: 1 }, metadata: { actor: admin, run: 1 } },
  ])
})

test('the response says that the challenge is scheduled, until it is started instead', async () => {
  const scheduled = 'The start of the challenge is scheduled'
  expect((await start({ startsAt: '2026-03-09T00:00:00Z' })).body).toMatchObject({ message: scheduled })
  expect((await change({ startsAt: '2026-03-10T00:00:00Z' })).body).toMatchObject({ message: scheduled })
  expect((await change()).body['message']).toBe('Challenge started! 30 days of awesomeness begins now!')
})

test('refuses a start that is not JSON, rather than starting now', async () => {
  const headers = { 'Content-Type': 'text/plain' }
  const token = app.tokenOf(admin, { isAdmin: true })
  const schedule = { startsAt: '2026-03-09T00:00:00Z' }
  const { status } = await app.http.call('POST', '/api/admin/challenge/start', schedule, { token, headers })
  expect(status).toBe(415)
  expect(await app.eventsOf('challenge')).toEqual([])
})

const change = (body?: unknown) => app.send('PUT', '/api/admin/challenge/schedule', body)

const path = '/api/admin/challenge/end'
const end = (body?: unknown, options?: Sender) => app.send('POST', path, body, options)
const undoEnd = (isAdmin = true) => app.send('DELETE', path, undefined, { isAdmin })

test('an admin sets the end, moves it, ends the challenge now, and undoes that', async () => {
  await start()
  const answers = [
    await end({ at: '2026-03-20T18:00:00+01:00' }),
    await end({ at: '2026-03-21T17:00:00Z' }),
    await end(),
    await undoEnd(),
  ].map(({ body }) => endChallengeResponse.parse(body))
  const set = { message: 'The end of the challenge is set', ended: false, isEndSet: true }
  const undone = { message: 'The end of the challenge has been undone', ended: false, isEndSet: false }
  expect(answers).toMatchObject([
    { ...set, endsAt: '2026-03-20T17:00:00.000Z' },
    { ...set, endsAt: '2026-03-21T17:00:00.000Z' },
    { message: 'The challenge has ended', endsAt: '2026-03-02T08:00:00.000Z', ended: true },
    // The end of the seventh day after day 30.
    { ...undone, endsAt: '2026-04-08T00:00:00.000Z' },
  ])
  expect(await app.eventsOf('challenge')).toMatchObject(
    ['ChallengeStarted', 'ChallengeEndSet', 'ChallengeEndSet', 'ChallengeEndSet', 'ChallengeEndUndone'].map(
      (type) => ({ type, metadata: { actor: admin } }),
    ),
  )
})

test.each(['9999-12-31T23:59:59-14:00', '3000-01-01T00:00:00Z', '1969-12-31T23:59:59Z'])(
  'no challenge starts, ends or freezes at %s',
  async (at) => {
    const token = app.tokenOf(admin, { isAdmin: true })
    await start({ startsAt: '2026-03-09T00:00:00Z' })
    for (const [method, path, body] of [
      ['POST', '/api/admin/challenge/start', { startsAt: at }],
      ['PUT', '/api/admin/challenge/schedule', { startsAt: at }],
      ['POST', '/api/admin/challenge/end', { at }],
      ['POST', '/api/admin/challenge/freeze', { at }],
    ] as const)
      expect([path, (await app.http.call(method, path, body, { token })).status]).toEqual([path, 422])
  },
)
