import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { feedItem } from '@thirty/contracts/community/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test } from 'vitest'
import type { LiveUpdate } from '../registered-projection.ts'
import {
  discussionEvents,
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { feedLookups, projectSummary } from '@thirty/projections/testing/feed-lookups.ts'
import { payloadsFor } from '@thirty/projections/testing/live-payloads.ts'
import { activityUpdates, maxItemsPerMessage } from './live.ts'
import { activityProjection } from './projection.ts'

const projection = activityProjection(firstHistory)
const [ada1, talk] = [projectEvents('Ada', 1), discussionEvents('Ada')]

/** Lookups while the other read models have applied none of the events. */
const emptyLookups = feedLookups()
const withPerson = feedLookups({ people: ['Ada'] })
const withProject = feedLookups({ people: ['Ada'], projects: [projectSummary(ada1.id)] })

const updatesOf = (given: GivenEvent[], next: GivenEvent[], lookups = withPerson): LiveUpdate[] =>
  documentChanges(projection, given, next).flatMap(activityUpdates(lookups))

/** Returns the payload of the only message. */
async function payloadOf(updates: readonly LiveUpdate[]) {
  const [payload, ...others] = await payloadsFor(updates, rooms.community)
  expect(others).toEqual([])
  return payload
}

test('sends new activities to the community before other read models have applied them', async () => {
  for (const [next, expected] of [
    [ada1.submitted(), { what: 'submitted', project: { id: ada1.id, title: 'Kanban', day: 1, likes: 0 } }],
    [talk.opened(), { what: 'discussed', discussion: { id: talk.id, replies: 0 } }],
    [personEvents('Ada').registered(), { what: 'joined', person: { name: 'Ada', username: 'ada' } }],
  ] as const) {
    const updates = updatesOf([], [next], emptyLookups)
    expect(updates).toMatchObject([{ room: rooms.community, message: 'activity' }])
    const payload = await payloadOf(updates)
    expect(payload).toMatchObject({ items: [{ position: '10', ...expected }], skipped: 0 })
    const { items } = payload as { items: unknown[] }
    expect(items.map((item) => feedItem.parse(item))).toEqual(items)
  }
})

test('limits a message to the newest activities and counts the others', async () => {
  const submissions = Array.from({ length: maxItemsPerMessage + 7 }, (_, index) =>
    projectEvents(`P${index}`, 1).submitted(),
  )
  expect(await payloadOf(updatesOf([], submissions))).toMatchObject({
    skipped: 7,
    items: Array.from({ length: maxItemsPerMessage }, (_, at) => ({
      position: String((maxItemsPerMessage + 7 - at) * 10),
      person: { id: userIdOf(`P${maxItemsPerMessage + 6 - at}`) },
    })),
  })
})

test('sends only the latest of several ratings by one rater, without counting the others', async () => {
  const repeated = Array.from({ length: maxItemsPerMessage + 7 }, (_, at) => 1 + (at % 5))
  const byRoot = [...repeated, 5].map((stars) => ada1.rated('Root', equalCriteria(stars)))
  const given = [ada1.rated('Rita', equalCriteria(3)), ...byRoot]
  expect(await payloadOf(updatesOf([ada1.submitted()], given, withProject))).toMatchObject({
    items: [5, 3].map((average) => ({ what: 'rated', average })),
    skipped: 0,
  })
})

test('does not send an activity that was revoked before the message is sent', async () => {
  const kept = personEvents('Bob').registered()
  for (const [next, revoked, lookups] of [
    [ada1.submitted(), ada1.withdrawn(), emptyLookups],
    [talk.opened(), talk.removed(), emptyLookups],
    [ada1.commented('Cleo', 1), ada1.commentRemoved('Cleo', 1), withProject],
  ] as const)
    expect(await payloadOf(updatesOf([], [kept, next, revoked], lookups))).toMatchObject({
      items: [{ what: 'joined' }],
    })
  expect(await payloadOf(updatesOf([], [ada1.submitted(), ada1.withdrawn()]))).toBeUndefined()
})
