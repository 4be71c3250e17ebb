import type { JourneyEvent } from '@thirty/contracts/challenge/events.ts'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { complete, completionsFold, reopen } from './decide.ts'

const monday = Date.parse('2026-03-02T08:00:00.000Z')
const completed: JourneyEvent = { type: 'DayCompleted', data: { day: 4 } }
const reopened: JourneyEvent = { type: 'DayReopened', data: { day: 4 } }
const { rule } = deciderSpec(completionsFold)

const thursday = Date.parse('2026-03-05T20:00:00.000Z')
const completing = deciding(complete, { day: 4, startsAt: monday, now: thursday, timeZone: 'UTC' })
const reopening = deciding(reopen, { day: 4 })()
const completed30: JourneyEvent = { type: 'DayCompleted', data: { day: 30 } }

rule(
  'a participant completes a day that has started, once; before the challenge starts every day is open',
  [[], completing(), [completed]],
  [[completed], completing(), []],
  [[], completing({ day: 5 }), refused('day-not-started', 'Day 5 has not started yet')],
  [[], completing({ day: 5 }), refused('day-not-started', { errors: ['day'] })],
  [[], completing({ day: 30, startsAt: undefined }), [completed30]],
  [[], completing({ day: 30, now: monday - 1 }), [completed30]],
  [[completed30], completing({ day: 30 }), []],
)

rule(
  'a day is reopened once, and can be completed again',
  [[completed], reopening, [reopened]],
  [[completed, reopened], reopening, []],
  [[completed, reopened], completing(), [completed]],
  [[], reopening, []],
  [[completed, completed30, reopened], completing({ day: 30 }), []],
)
