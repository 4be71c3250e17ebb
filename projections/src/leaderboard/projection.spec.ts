import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { boardEvents } from './evolve.ts'
import { rankKey, type Participant } from './participant.ts'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { leaderboardProjection } from './projection.ts'

const projection = leaderboardProjection(firstHistory)
const ada = personEvents('Ada')
const day1 = projectEvents('Ada', 1)
const day2 = projectEvents('Ada', 2)
const after = (...givenEvents: GivenEvent[]): Participant | undefined =>
  documentsAfter(projection, givenEvents).get(ada.id)

test('inactive and pending participants are not ranked, and return to their place when activated', () => {
  const givenEvents = [ada.registered(), day1.submitted()]
  for (const status of ['inactive', 'pending'] as const) {
    const participant = after(...givenEvents, ada.status(status))
    expect(participant && Object.keys(projection.indexEntries(participant, ada.id))).toEqual(['participants'])
  }
  const back = after(...givenEvents, ada.status('inactive'), ada.status('active'))
  expect(back && projection.indexEntries(back, ada.id)).toMatchObject({
    points: { score: -5 },
    projects: { score: -1 },
  })
})

test('keeps the standing at the end of each date', () => {
  const participant = after(
    ada.registered({}, '2026-01-03T10:00:00.000Z'),
    day1.submitted({}, '2026-01-04T10:00:00.000Z'),
    day2.submitted({}, '2026-01-04T23:59:59.999Z'),
    ada.status('inactive', '2026-01-06T00:00:00.000Z'),
  )
  expect([...(participant?.history ?? []), participant?.latest]).toMatchObject([
    { date: '2026-01-03', score: { totalPoints: 0 }, reached: '00000000000000000010' },
    { date: '2026-01-04', score: { totalPoints: 10 }, reached: '00000000000000000030' },
    { date: '2026-01-06', score: null },
  ])
})

test('projects of a deleted account are shown without a name, and those of somebody who never had one under another', () => {
  const submitted = projectEvents('Ghost', 1).submitted()
  const participantAfter = (...given: Parameters<typeof documentsAfter>[1]) =>
    documentsAfter(projection, given).get(userIdOf('Ghost'))
  expect(participantAfter(submitted, personEvents('Ghost').deleted())).toMatchObject({
    name: 'Deleted participant',
    score: { totalPoints: 5 },
  })
  expect(participantAfter(submitted)).toMatchObject({
    name: 'Participant elsewhere',
    score: { totalPoints: 5 },
  })
})

test('somebody without an account shares no place with the person whose event is just before their first project', () => {
  const weights = { projects: 0, quality: 1, streak: 0 }
  const scorings = [{ position: 0n, time: 0, scoring: { weights, excluded: [] } }]
  const qualityOnly = leaderboardProjection([{ run: 1, scorings }])
  const given = [ada.registered(), projectEvents('Ghost', 1).submitted(), day1.submitted()]
  const participants = new Map<string, Participant | undefined>()
  for (const event of recordedEvents(given)) {
    if (!isEventOf(boardEvents, event)) continue
    // The positions of the embedded log have no gaps.
    const placed = { ...event, position: event.position / 10n }
    for (const id of qualityOnly.documentIds(placed))
      participants.set(
        id,
        qualityOnly.evolve(participants.get(id), placed, id, () => undefined),
      )
  }
  const keys = [...participants.values()].map((participant) => participant && rankKey(participant))
  expect(new Set(keys).size).toBe(2)
})

test('index entries sum up official averages and the projects of the latest date', () => {
  const participant = after(
    ada.registered(),
    day1.submitted({}, '2026-01-04T10:00:00.000Z'),
    day1.rated('Root', equalCriteria(4)),
    day2.submitted({}, '2026-01-05T10:00:00.000Z'),
    day2.rated('Root', equalCriteria(3)),
    projectEvents('Ada', 3).submitted({}, '2026-01-05T11:00:00.000Z'),
  )
  expect(participant && projection.indexEntries(participant, ada.id)).toMatchObject({
    rated: { score: 2 },
    stars: { score: 7 },
    [`handed-in:${calendarDay(Date.parse('2026-01-05'), 'UTC')}`]: { score: 2 },
  })
})

test('a withdrawn or rejected project is removed from all sums, and the date before it becomes the latest again', () => {
  const givenEvents = [
    ada.registered(),
    day1.submitted({}, '2026-01-04T10:00:00.000Z'),
    day2.submitted({}, '2026-01-05T10:00:00.000Z'),
    day2.rated('Root', equalCriteria(3)),
  ]
  for (const removal of [day2.withdrawn(), day2.rejected()]) {
    const participant = after(...givenEvents, removal)
    const entries = participant && projection.indexEntries(participant, ada.id)
    expect(entries).toMatchObject({
      [`handed-in:${calendarDay(Date.parse('2026-01-04'), 'UTC')}`]: { score: 1 },
    })
    expect(entries).not.toHaveProperty('rated')
    expect(participant?.score).toMatchObject({ projects: 1, streak: 1, quality: 0 })
  }
})
