import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { expect, test } from 'vitest'
import { userIdOf, personEvents, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { boardEvents } from './evolve.ts'
import { rankKey, type Participant } from './participant.ts'
import { leaderboardProjection } from './projection.ts'

const projection = leaderboardProjection(firstHistory)
const ada = personEvents('Ada')

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
  const given = [ada.registered(), projectEvents('Ghost', 1).submitted(), projectEvents('Ada', 1).submitted()]
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
