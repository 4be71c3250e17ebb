import type { JourneyEvent } from '@thirty/contracts/challenge/journey-events.ts'
import { deciderSpec, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { complete, reopen } from './decide.ts'
import { completionsFold, type CompletedDays } from './evolve.ts'

const monday = Date.parse('2026-03-02T08:00:00.000Z')
const completed: JourneyEvent = { type: 'DayCompleted', data: { day: 4 } }
const reopened: JourneyEvent = { type: 'DayReopened', data: { day: 4 } }
const { rule } = deciderSpec(completionsFold)

const completing =
  (day: number, startsAt: number | undefined = monday, now = Date.parse('2026-03-05T20:00:00.000Z')) =>
  (completedDays: CompletedDays) =>
    complete(completedDays, { day, startsAt, now, timeZone: 'UTC' })
const reopening = (completedDays: CompletedDays) => reopen(completedDays, { day: 4 })

const completed30: JourneyEvent = { type: 'DayCompleted', data: { day: 30 } }
const notStarted = (days: CompletedDays) =>
  complete(days, { day: 30, startsAt: undefined, now: monday, timeZone: 'UTC' })

rule(
  'a participant completes a day that has started, once; before the challenge starts every day is open',
  [[], completing(4), [completed]],
  [[completed], completing(4), []],
  [[], completing(5), refused('day-not-started', 'Day 5 has not started yet')],
  [[], notStarted, [completed30]],
  [[], completing(30, monday, monday - 1), [completed30]],
  [[completed30], completing(30), []],
)

rule(
  'a day is reopened once, and can be completed again',
  [[completed], reopening, [reopened]],
  [[completed, reopened], reopening, []],
  [[completed, reopened], completing(4), [completed]],
  [[], reopening, []],
)
