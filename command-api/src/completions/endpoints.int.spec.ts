import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { completeDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { journeyStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { servedApp, refusal } from '@thirty/command-api/testing/test-app.ts'
import { ana, ben } from '@thirty/command-api/testing/people.ts'
import { completionHandlers } from './endpoints.ts'

const app = appForEach(() => servedApp(completionHandlers))

const complete = (day: unknown, user = ana, key?: string) =>
  app.http.call('POST', `/api/challenge/days/${String(day)}/complete`, undefined, {
    token: app.tokenOf(user),
    key,
  })
const journey = async (user = ana, run = 1) => app.eventsOf(journeyStream({ run, user }))
const appendEvent = (type: string, data: unknown, run = 1) =>
  appendToEnd(app.log, 'challenge', [app.newEvent(type, data, run)])
const startChallenge = () =>
  appendEvent('ChallengeStarted', { run: 1, startsAt: new Date(app.time.now).toISOString() })
const completedDaysIn = ({ body }: Awaited<ReturnType<typeof complete>>) =>
  completeDayResponse.parse(body).completedDays

test('a day is completed in the current run, once', async () => {
  expect(completeDayResponse.parse((await complete(2)).body)).toMatchObject({ day: 2, isCompleted: true })
  expect(completedDaysIn(await complete(1))).toEqual([1, 2])
  expect(completedDaysIn(await complete(2))).toEqual([1, 2])
  expect(await journey()).toMatchObject([
    { type: 'DayCompleted', data: { day: 2 }, metadata: { actor: ana, run: 1 } },
    { type: 'DayCompleted', data: { day: 1 } },
  ])
  expect(await journey(ben)).toEqual([])
})

test('a day that has not started yet is refused by the clock of the server', async () => {
  await startChallenge()
  expect(await complete(2)).toMatchObject(
    refusal(422, 'day-not-started', {
      message: 'Day 2 has not started yet',
      errors: { day: 'Day 2 has not started yet' },
    }),
  )
  app.time.now += 24 * 60 * 60 * 1000
  expect((await complete(2)).status).toBe(200)
})
