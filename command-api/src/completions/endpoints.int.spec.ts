import { completeDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { journeyStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { servedApp } from '@thirty/command-api/testing/test-app.ts'
import { ana, ben } from '@thirty/command-api/testing/people.ts'
import { completionHandlers } from './endpoints.ts'

const app = appForEach(() => servedApp(completionHandlers))

const complete = (day: unknown, by = ana, key?: string) =>
  app.send('POST', `/api/challenge/days/${String(day)}/complete`, undefined, { by, key })
const journey = async (user = ana, run = 1) => app.eventsOf(journeyStream({ run, user }))
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
