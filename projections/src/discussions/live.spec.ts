import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import {
  discussionEvents,
  documentsAfter,
  recordedEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { discussionsUpdates } from './live.ts'
import { discussionsProjection } from './projection.ts'

const talk = discussionEvents('Ada')
const view = discussionsProjection
const at = '2026-01-05T12:00:00.000Z'

function newsOf(story: GivenEvent[], next: GivenEvent, isHeard = () => true) {
  const [before, after] = [documentsAfter(view, story), documentsAfter(view, [...story, next])]
  const [event] = recordedEvents([next], story.length)
  if (!event) return []
  return view
    .documentIds(event)
    .flatMap((id) => discussionsUpdates(isHeard)({ event, id, before: before.get(id), after: after.get(id) }))
}

test.each([
  ['opened', [], talk.opened(), 0],
  ['replied', [talk.opened()], talk.replied('Bob', 'r1'), 1],
  ['changed', [talk.opened()], talk.revised({ title: 'Drag and drop' }), 0],
  ['changed', [talk.opened(), talk.replied('Bob', 'r1')], talk.replyRevised('Bob', 'r1', 'Hm.'), 1],
  ['changed', [talk.opened(), talk.replied('Bob', 'r1')], talk.replyRemoved('Bob', 'r1'), 0],
  ['removed', [talk.opened()], talk.removed(), 0],
] as const)('the community hears once that a discussion was %s', (what, story, next, replies) => {
  const item = { discussionId: talk.id, what, replies, latestAt: at }
  expect(newsOf([...story], next)).toEqual([
    { room: rooms.community, message: 'discussion.changed', item, key: talk.id },
  ])
})

test('words are not sent around, and nothing is sent to an empty room', () => {
  const news = newsOf([talk.opened()], talk.replied('Bob', 'r1', 'Secret words'))
  expect(JSON.stringify(news)).not.toContain('Secret words')
  expect(newsOf([], talk.opened(), () => false)).toEqual([])
})
