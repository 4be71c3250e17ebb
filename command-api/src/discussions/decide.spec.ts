import {
  maxReplies,
  maxRepliesPerPerson,
  maxTextBytesPerPerson,
  maxTextsPerPerson,
  maxWrittenTexts,
} from '@thirty/contracts/api/community/discussions.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { admin, ana, ben, cleo, personId } from '@thirty/command-api/testing/people.ts'
import {
  hide,
  hideReply,
  open,
  remove,
  removeReply,
  reply,
  revise,
  reviseReply,
  show,
  showReply,
} from './decide.ts'
import { evolve, noDiscussion, type Discussion } from './evolve.ts'

const content = { title: 'How do you test drag and drop?', text: 'My board works by hand.' }
const better = { ...content, text: 'My board works by hand, and every check passes when I break it.' }

const opened: DiscussionEvent = { type: 'DiscussionOpened', data: { ...content, by: ana } }
const removed: DiscussionEvent = { type: 'DiscussionRemoved', data: { by: ana } }
const replied = (id = 'r1', text = 'With a keyboard.', by = ben): DiscussionEvent => ({
  type: 'ReplyPosted',
  data: { reply: id, by, text },
})
const replyRemoved: DiscussionEvent = { type: 'ReplyRemoved', data: { reply: 'r1', by: ben } }
const { given } = deciderSpec(noDiscussion, evolve)

test('a user starts a discussion', () => {
  given()
    .when((none) => open(none, { ...content, by: ana }))
    .then(opened)
})

test('the same discussion is not started twice, and not started again after it was removed', () => {
  given(opened)
    .when((discussion) => open(discussion, { ...content, by: ana }))
    .thenNothing()
  given(opened, removed)
    .when((discussion) => open(discussion, { ...content, by: ana }))
    .thenNothing()
})

test('the author revises a discussion', () => {
  given(opened)
    .when((discussion) => revise(discussion, { ...better, by: ana }))
    .then({ type: 'DiscussionRevised', data: better })
})

test('an unchanged revision appends no event', () => {
  given(opened)
    .when((discussion) => revise(discussion, { ...content, by: ana }))
    .thenNothing()
  given(opened, { type: 'DiscussionRevised', data: better })
    .when((discussion) => revise(discussion, { ...better, by: ana }))
    .thenNothing()
})

test('refuses revisions by anybody else, including admins', () => {
  given(opened)
    .when((discussion) => revise(discussion, { ...better, by: admin }))
    .thenRefused('not-allowed', 'This is not your discussion')
})

test('the author or an admin removes a discussion', () => {
  given(opened, replied())
    .when((discussion) => remove(discussion, { by: ana, mayRemoveAll: false }))
    .then(removed)
  given(opened)
    .when((discussion) => remove(discussion, { by: admin, mayRemoveAll: true }))
    .then({ type: 'DiscussionRemoved', data: { by: admin } })
})

test('refuses to remove the discussion of another user', () => {
  given(opened)
    .when((discussion) => remove(discussion, { by: ben, mayRemoveAll: false }))
    .thenRefused('not-allowed', 'This is not your discussion')
})

test('a user replies to a discussion', () => {
  given(opened)
    .when((discussion) => reply(discussion, { id: 'r1', by: ben, text: 'With a keyboard.' }))
    .then(replied())
})

test('refuses a reply to a discussion with the maximum number of replies', () => {
  const replies = (count: number) =>
    Array.from({ length: count }, (_, index) => replied(`r${index}`, 'Yes.', personId(index % 50)))
  const replying = (discussion: Discussion) => reply(discussion, { id: 'more', by: ben, text: 'Me too.' })
  given(opened, ...replies(maxReplies - 1))
    .when(replying)
    .then(replied('more', 'Me too.'))
  given(opened, ...replies(maxReplies))
    .when(replying)
    .thenRefused('discussion-full')
  given(opened, ...replies(maxReplies), { type: 'ReplyRemoved', data: { reply: 'r7', by: ben } })
    .when(replying)
    .then(replied('more', 'Me too.'))
})

test('refuses a reply by a person with the maximum number of replies, also if some were removed', () => {
  const message = 'You have reached the limit for your posts in this discussion.'
  const own = Array.from({ length: maxRepliesPerPerson }, (_, index) => replied(`r${index}`))
  const replying = (by: string) => (discussion: Discussion) =>
    reply(discussion, { id: 'more', by, text: 'Me too.' })
  given(opened, ...own)
    .when(replying(ben))
    .thenRefused('too-many', message)
  given(opened, ...own, { type: 'ReplyRemoved', data: { reply: 'r7', by: ben } })
    .when(replying(ben))
    .thenRefused('too-many', message)
  given(opened, ...own.slice(1))
    .when(replying(ben))
    .then(replied('more', 'Me too.'))
  given(opened, ...own)
    .when(replying(cleo))
    .then(replied('more', 'Me too.', cleo))
  given(opened, ...own)
    .when((discussion) => reviseReply(discussion, { id: 'r1', by: ben, text: 'By keyboard.' }))
    .then({ type: 'ReplyRevised', data: { reply: 'r1', text: 'By keyboard.' } })
})

test('limits the texts of one person in a discussion, by number and by size', () => {
  const message = 'You have reached the limit for your posts in this discussion.'
  const revised = (text: string): DiscussionEvent => ({ type: 'ReplyRevised', data: { reply: 'r1', text } })
  const revising = (discussion: Discussion) => reviseReply(discussion, { id: 'r1', by: ben, text: 'Hm.' })
  const often = Array.from({ length: maxTextsPerPerson - 1 }, (_, index) => revised(`Version ${index}`))
  given(opened, replied(), ...often)
    .when(revising)
    .thenRefused('too-many', message)
  given(opened, replied(), ...often.slice(1))
    .when(revising)
    .then(revised('Hm.'))
  given(opened, replied(), ...often)
    .when((discussion) => revise(discussion, { ...better, by: ana }))
    .then({ type: 'DiscussionRevised', data: better })
  const long = Array.from({ length: Math.floor(maxTextBytesPerPerson / 10_000) }, () =>
    revised('ü'.repeat(5_000)),
  )
  const rest = replied('r2', 'x'.repeat((maxTextBytesPerPerson % 10_000) - 3))
  given(opened, replied('r1', ''), ...long, rest)
    .when(revising)
    .then(revised('Hm.'))
  given(opened, replied('r1', '!'), ...long, rest)
    .when(revising)
    .thenRefused('too-many', message)
  const revisions = Array.from({ length: maxTextsPerPerson - 1 }, (_, index): DiscussionEvent => ({
    type: 'DiscussionRevised',
    data: { ...content, text: `Version ${index}` },
  }))
  given(opened, ...revisions)
    .when((discussion) => revise(discussion, { ...better, by: ana }))
    .thenRefused('too-many', message)
})

test('revised and removed texts count towards the maximum number of texts', () => {
  // The opening text and the last two replies count too.
  const removedReplies = Array.from({ length: (maxWrittenTexts - 4) / 2 }, (): DiscussionEvent[] => [
    replied(),
    { type: 'ReplyRevised', data: { reply: 'r1', text: 'By keyboard.' } },
    replyRemoved,
  ])
  const nearlyFull = [opened, ...removedReplies.flat(), replied(), replied('r2')]
  given(...nearlyFull)
    .when((discussion) => revise(discussion, { ...better, by: ana }))
    .then({ type: 'DiscussionRevised', data: better })
  const full = [...nearlyFull, { type: 'DiscussionRevised', data: better } satisfies DiscussionEvent]
  given(...full)
    .when((discussion) => reply(discussion, { id: 'more', by: ben, text: 'Me too.' }))
    .thenRefused('discussion-full')
  given(...full)
    .when((discussion) => revise(discussion, { ...content, by: ana }))
    .thenRefused('discussion-full')
  given(...full)
    .when((discussion) => reviseReply(discussion, { id: 'r1', by: ben, text: 'Hm.' }))
    .thenRefused('discussion-full')
  given(...full)
    .when((discussion) => removeReply(discussion, { id: 'r1', by: admin, mayRemoveAll: true }))
    .then({ type: 'ReplyRemoved', data: { reply: 'r1', by: admin } })
})

test('only the author revises a reply', () => {
  given(opened, replied())
    .when((discussion) => reviseReply(discussion, { id: 'r1', by: ben, text: 'By keyboard.' }))
    .then({ type: 'ReplyRevised', data: { reply: 'r1', text: 'By keyboard.' } })
  given(opened, replied())
    .when((discussion) => reviseReply(discussion, { id: 'r1', by: ana, text: 'Nonsense.' }))
    .thenRefused('not-allowed', 'This is not your reply')
})

test('an unchanged revision of a reply appends no event', () => {
  given(opened, replied(), { type: 'ReplyRevised', data: { reply: 'r1', text: 'By keyboard.' } })
    .when((discussion) => reviseReply(discussion, { id: 'r1', by: ben, text: 'By keyboard.' }))
    .thenNothing()
})

test('the author or an admin removes a reply, but not the author of the discussion', () => {
  given(opened, replied())
    .when((discussion) => removeReply(discussion, { id: 'r1', by: ben, mayRemoveAll: false }))
    .then(replyRemoved)
  given(opened, replied())
    .when((discussion) => removeReply(discussion, { id: 'r1', by: admin, mayRemoveAll: true }))
    .then({ type: 'ReplyRemoved', data: { reply: 'r1', by: admin } })
  given(opened, replied())
    .when((discussion) => removeReply(discussion, { id: 'r1', by: ana, mayRemoveAll: false }))
    .thenRefused('not-allowed', 'This is not your reply')
})

const reason = 'Advertising'
const hidden: DiscussionEvent = { type: 'DiscussionHidden', data: { by: admin, reason } }
const shown: DiscussionEvent = { type: 'DiscussionShown', data: { by: admin } }
const replyHidden: DiscussionEvent = { type: 'ReplyHidden', data: { reply: 'r1', by: admin, reason } }
const replyShown: DiscussionEvent = { type: 'ReplyShown', data: { reply: 'r1', by: admin } }

test('a discussion and a reply are hidden once, and shown again once', () => {
  const hiding = (discussion: Discussion) => hide(discussion, { by: admin, reason })
  const showing = (discussion: Discussion) => show(discussion, { by: admin })
  given(opened).when(hiding).then(hidden)
  given(opened, hidden).when(hiding).thenNothing()
  given(opened).when(showing).thenNothing()
  given(opened, hidden).when(showing).then(shown)
  const hidingReply = (discussion: Discussion) => hideReply(discussion, { reply: 'r1', by: admin, reason })
  const showingReply = (discussion: Discussion) => showReply(discussion, { reply: 'r1', by: admin })
  given(opened, replied()).when(hidingReply).then(replyHidden)
  given(opened, replied(), replyHidden).when(hidingReply).thenNothing()
  given(opened, replied()).when(showingReply).thenNothing()
  given(opened, replied(), replyHidden).when(showingReply).then(replyShown)
  given(opened).when(hidingReply).thenRefused('reply-not-found')
})

test('only its author replies to a hidden discussion: for others it is not there', () => {
  const replying = (by: string) => (discussion: Discussion) =>
    reply(discussion, { id: 'r1', by, text: 'Me too.' })
  given(opened, hidden).when(replying(ben)).thenRefused('discussion-not-found')
  given(opened, hidden)
    .when(replying(ana))
    .then(replied('r1', 'Me too.', ana))
  given(opened, hidden, shown)
    .when(replying(ben))
    .then(replied('r1', 'Me too.', ben))
})

test('refuses an unknown or removed reply', () => {
  for (const events of [[opened], [opened, replied(), replyRemoved]]) {
    given(...events)
      .when((discussion) => reviseReply(discussion, { id: 'r1', by: ben, text: 'Hm.' }))
      .thenRefused('reply-not-found')
    given(...events)
      .when((discussion) => removeReply(discussion, { id: 'r1', by: ben, mayRemoveAll: true }))
      .thenRefused('reply-not-found')
  }
})

test.each([
  ['does not exist', []],
  ['was removed', [opened, replied(), removed]],
  ['was removed before a late reply', [opened, removed, replied()]],
])('a discussion that %s is not found', (_, events) => {
  const decisions: ((discussion: Discussion) => DiscussionEvent[])[] = [
    (discussion) => revise(discussion, { ...better, by: ana }),
    (discussion) => remove(discussion, { by: ana, mayRemoveAll: true }),
    (discussion) => reply(discussion, { id: 'r2', by: ben, text: 'Me too.' }),
    (discussion) => reviseReply(discussion, { id: 'r1', by: ben, text: 'Hm.' }),
    (discussion) => removeReply(discussion, { id: 'r1', by: ben, mayRemoveAll: true }),
  ]
  for (const decide of decisions)
    given(...events)
      .when(decide)
      .thenRefused('discussion-not-found')
})
