import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test } from 'vitest'
import {
  defaultTime as at,
  discussionEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges, documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { discussionsProjection } from './projection.ts'
import { discussionsUpdates } from './query.ts'

const talk = discussionEvents('Ada')
const late = '2026-01-06T12:00:00.000Z'
const after = (...given: GivenEvent[]) => documentsAfter(discussionsProjection, given)

test('a revision changes text and edit time, and moves nothing', () => {
  const documents = after(
    talk.opened(),
    talk.replied('Bob', 'r1'),
    talk.revised({ title: 'Drag and drop' }, late),
    talk.replyRevised('Bob', 'r1', 'By keyboard.', late),
  )
  const discussion = { title: 'Drag and drop', editedAt: late, latest: 20 }
  // Every change of a reply changes its discussion too.
  expect(documents.get(talk.id)).toMatchObject({ ...discussion, revision: 3 })
  expect(documents.get('r1')).toMatchObject({ text: 'By keyboard.', editedAt: late, position: 20 })
})

test('a removed reply is deleted and not counted, and the discussion does not move back', () => {
  const documents = after(
    talk.opened(),
    talk.replied('Bob', 'r1'),
    talk.replied('Cleo', 'r2', 'Hm.', late),
    talk.replyRemoved('Cleo', 'r2'),
  )
  expect(documents.get(talk.id)).toMatchObject({ replies: 1, latest: 30, latestAt: late })
  expect([...documents.keys()]).toEqual([talk.id, 'r1'])
})

test('a reply that is removed while it is hidden is not counted down twice', () => {
  const hidden = [talk.opened(), talk.replied('Bob', 'r1'), talk.replyHidden('Root', 'r1')]
  for (const given of [hidden, [...hidden, talk.replyRemoved('Bob', 'r1')]])
    expect(after(...given).get(talk.id)).toMatchObject({ replies: 0 })
})

test.each([
  ['opened', [], talk.opened(), 0],
  ['replied', [talk.opened()], talk.replied('Bob', 'r1'), 1],
  ['changed', [talk.opened()], talk.revised({ title: 'Drag and drop' }), 0],
  ['changed', [talk.opened(), talk.replied('Bob', 'r1')], talk.replyRevised('Bob', 'r1', 'Hm.'), 1],
  ['changed', [talk.opened(), talk.replied('Bob', 'r1')], talk.replyRemoved('Bob', 'r1'), 0],
  ['removed', [talk.opened()], talk.removed(), 0],
] as const)(
  'sends the community once that a discussion was %s, without its texts',
  (what, given, next, replies) => {
    const item = { discussionId: talk.id, what, replies, latestAt: at }
    expect(documentChanges(discussionsProjection, given, [next]).flatMap(discussionsUpdates)).toEqual([
      { room: rooms.community, message: 'discussion.changed', item, key: talk.id },
    ])
  },
)
