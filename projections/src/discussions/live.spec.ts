import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test } from 'vitest'
import { defaultTime as at, discussionEvents } from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { discussionsUpdates } from './live.ts'
import { discussionsProjection } from './projection.ts'

const talk = discussionEvents('Ada')

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
