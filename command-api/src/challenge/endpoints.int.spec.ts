import { endChallengeResponse, startChallengeResponse } from '@thirty/contracts/challenge/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'
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
  const sent = { token: app.tokenOf(admin, { isAdmin: true }), headers: { 'Content-Type': 'text/plain' } }
  const schedule = { startsAt: '2026-03-09T00:00:00Z' }
  const { status } = await app.http.call('POST', '/api/admin/challenge/start', schedule, sent)
  expect(status).toBe(415)
  expect(await app.eventsOf('challenge')).toEqual([])
})

const change = (body?: unknown) => app.send('PUT', '/api/admin/challenge/schedule', body)

const end = (body?: unknown) => app.send('POST', '/api/admin/challenge/end', body)
const undoEnd = () => app.send('DELETE', '/api/admin/challenge/end')

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
    await start({ startsAt: '2026-03-09T00:00:00Z' })
    const freeze = (body: object) => app.send('POST', '/api/admin/challenge/freeze', body)
    for (const refused of [start({ startsAt: at }), change({ startsAt: at }), end({ at }), freeze({ at })])
      expect((await refused).status).toBe(422)
  },
)
