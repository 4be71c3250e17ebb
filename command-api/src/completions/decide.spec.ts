import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { complete, reopen } from './decide.ts'
import { evolve, noCompletedDays, type CompletedDays } from './evolve.ts'

const monday = Date.parse('2026-03-02T08:00:00.000Z')
const completed: JourneyEvent = { type: 'DayCompleted', data: { day: 4 } }
const reopened: JourneyEvent = { type: 'DayReopened', data: { day: 4 } }
const { given, rule } = deciderSpec(noCompletedDays, evolve)

const completing =
  (day: number, startsAt: number | undefined = monday, now = Date.parse('2026-03-05T20:00:00.000Z')) =>
  (completedDays: CompletedDays) =>
    complete(completedDays, { day, startsAt, now, timeZone: 'UTC' })
const reopening = (completedDays: CompletedDays) => reopen(completedDays, { day: 4 })

rule('a participant completes a day that has started', [[], completing(4), [completed]])
rule('completing a day twice changes nothing', [[completed], completing(4), []])

test('a day that has not started yet is not completed', () => {
  given().when(completing(5)).thenRefused('day-not-started', 'Day 5 has not started yet')
})

test('before the challenge starts every day is open', () => {
  given()
    .when((completedDays) =>
      complete(completedDays, { day: 30, startsAt: undefined, now: monday, timeZone: 'UTC' }),
    )
    .then({ type: 'DayCompleted', data: { day: 30 } })
  given()
    .when(completing(30, monday, monday - 1))
    .then({ type: 'DayCompleted', data: { day: 30 } })
})

rule('a day that was completed before the start stays complete', [
  [{ type: 'DayCompleted', data: { day: 30 } }],
  completing(30),
  [],
])

test('a day is reopened once, and can be completed again', () => {
  given(completed).when(reopening).then(reopened)
  given(completed, reopened).when(reopening).thenNothing()
  given(completed, reopened).when(completing(4)).then(completed)
  given().when(reopening).thenNothing()
})
