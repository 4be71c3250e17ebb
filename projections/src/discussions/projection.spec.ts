import { expect, test } from 'vitest'
import {
  discussionEvents,
  documentsAfter,
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { discussionsProjection, repliesIndex } from './projection.ts'

const talk = discussionEvents('Ada')
const [early, late] = ['2026-01-05T12:00:00.000Z', '2026-01-06T12:00:00.000Z']
const after = (...story: GivenEvent[]) => documentsAfter(discussionsProjection, story)
const placesOf = (id: string, ...story: GivenEvent[]) => {
  const document = after(...story).get(id)
  return document && discussionsProjection.indexEntries(document, id)
}

test('a discussion begins with its words, and with itself as the latest that was said', () => {
  expect(after(talk.opened()).get(talk.id)).toEqual({
    kind: 'discussion',
    title: 'How do you test drag and drop?',
    text: 'My board works by hand.',
    by: userIdOf('Ada'),
    at: early,
    editedAt: null,
    replies: 0,
    latest: 10,
    latestAt: early,
    revision: 0,
  })
})

test('a reply is counted, and moves the discussion to the top', () => {
  const documents = after(talk.opened(), talk.replied('Bob', 'r1', 'By keyboard.', late))
  expect(documents.get(talk.id)).toMatchObject({ replies: 1, latest: 20, latestAt: late, editedAt: null })
  expect(documents.get('r1')).toEqual({
    kind: 'reply',
    discussion: talk.id,
    text: 'By keyboard.',
    by: userIdOf('Bob'),
    at: late,
    editedAt: null,
    position: 20,
  })
  expect(placesOf(talk.id, talk.opened(), talk.replied('Bob', 'r1'))).toEqual({ active: { score: 20 } })
  expect(placesOf('r1', talk.opened(), talk.replied('Bob', 'r1'))).toEqual({
    [repliesIndex(talk.id)]: { score: 20 },
  })
})

test('better words are shown with their time, and move nothing', () => {
  const documents = after(
    talk.opened(),
    talk.replied('Bob', 'r1'),
    talk.revised({ title: 'Drag and drop' }, late),
    talk.replyRevised('Bob', 'r1', 'By keyboard.', late),
  )
  expect(documents.get(talk.id)).toMatchObject({ title: 'Drag and drop', editedAt: late, latest: 20 })
  expect(documents.get('r1')).toMatchObject({ text: 'By keyboard.', editedAt: late, position: 20 })
})

test('whatever happens to a reply is a change of its discussion too', () => {
  const story = [talk.opened(), talk.replied('Bob', 'r1')]
  const changed = after(...story, talk.replyRevised('Bob', 'r1', 'By keyboard.'))
  expect(changed.get(talk.id)).not.toEqual(after(...story).get(talk.id))
})

test('a reply that was removed is gone and no longer counted', () => {
  const documents = after(
    talk.opened(),
    talk.replied('Bob', 'r1'),
    talk.replied('Cleo', 'r2'),
    talk.replyRemoved('Bob', 'r1'),
  )
  expect(documents.get(talk.id)).toMatchObject({ replies: 1 })
  expect([...documents.keys()]).toEqual([talk.id, 'r2'])
})

test('a reply that was removed has moved the discussion all the same', () => {
  const documents = after(
    talk.opened(),
    talk.replied('Bob', 'r1', 'Hm.', late),
    talk.replyRemoved('Bob', 'r1'),
  )
  expect(documents.get(talk.id)).toMatchObject({ replies: 0, latest: 20, latestAt: late })
})

test('a discussion that was removed is gone', () => {
  expect(after(talk.opened(), talk.removed()).get(talk.id)).toBeUndefined()
})

test('what is about something else, or is not known yet, is passed over', () => {
  const later: GivenEvent = { stream: `discussion-${talk.id}`, type: 'DiscussionPinned', data: {} }
  const others = [personEvents('Ada').registered(), projectEvents('Ada', 1).submitted(), later]
  expect(after(...others)).toEqual(new Map())
  expect(after(talk.opened(), later)).toEqual(after(talk.opened()))
})
