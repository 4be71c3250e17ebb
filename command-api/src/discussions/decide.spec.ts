import {
  maxReplies,
  maxRepliesPerPerson,
  maxTextBytesPerPerson,
  maxTextsPerPerson,
  maxWrittenTexts,
} from '@thirty/contracts/community/discussions-api.ts'
import { discussionFold, type DiscussionEvent } from '@thirty/contracts/community/events.ts'
import { describe } from 'vitest'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { admin, ana, ben, cleo, personId } from '@thirty/command-api/testing/people.ts'
import { moderate, open, remove, removeReply, reply, revise, reviseReply } from './decide.ts'

const content = { title: 'How do you test drag and drop?', text: 'My board works by hand.' }
const better = { ...content, text: 'My board works by hand, and every check passes when I break it.' }

const opened: DiscussionEvent = { type: 'DiscussionOpened', data: { ...content, by: ana } }
const removedBy = (by: string): DiscussionEvent => ({ type: 'DiscussionRemoved', data: { by } })
const removed = removedBy(ana)
const replied = (id = 'r1', text = 'With a keyboard.', by = ben): DiscussionEvent => ({
  type: 'ReplyPosted',
  data: { reply: id, by, text },
})
const replyRemoved = (reply = 'r1', by = ben): DiscussionEvent => ({
  type: 'ReplyRemoved',
  data: { reply, by },
})
const { rule } = deciderSpec(discussionFold)

const opening = deciding(open, { ...content, by: ana })()
const revising = (by: string, changes = better) => deciding(revise, { ...changes, by })()
const removing = (by: string, mayRemoveAll = false) => deciding(remove, { by, mayRemoveAll })()
const replying = (by: string, id = 'more', text = 'Me too.') => deciding(reply, { id, by, text })()
const revisingReply = (by: string, text = 'By keyboard.') => deciding(reviseReply, { id: 'r1', by, text })()
const removingReply = (by: string, mayRemoveAll = false) =>
  deciding(removeReply, { id: 'r1', by, mayRemoveAll })()
const revised: DiscussionEvent = { type: 'DiscussionRevised', data: better }
const replyRevised = (text = 'By keyboard.'): DiscussionEvent => ({
  type: 'ReplyRevised',
  data: { reply: 'r1', text },
})
const more = (by = ben) => replied('more', 'Me too.', by)
const notYours = refused('not-allowed', 'This is not your discussion')

rule(
  'a user starts a discussion once, and not again after it was removed',
  [[], opening, [opened]],
  [[opened], opening, []],
  [[opened, removed], opening, []],
)

rule(
  'the author revises a discussion, and nobody else, including admins',
  [[opened], revising(ana), [revised]],
  [[opened], revising(ana, content), []],
  [[opened, revised], revising(ana), []],
  [[opened], revising(admin), notYours],
)

rule(
  'the author or an admin removes a discussion',
  [[opened, replied()], removing(ana), [removed]],
  [[opened], removing(admin, true), [removedBy(admin)]],
  [[opened], removing(ben), notYours],
)

const replies = (count: number) =>
  Array.from({ length: count }, (_, index) => replied(`r${index}`, 'Yes.', personId(index % 50)))
rule(
  'a user replies to a discussion, up to the maximum number of replies',
  [[opened], replying(ben, 'r1', 'With a keyboard.'), [replied()]],
  [[opened, ...replies(maxReplies - 1)], replying(ben), [more()]],
  [[opened, ...replies(maxReplies)], replying(ben), 'discussion-full'],
  [[opened, ...replies(maxReplies), replyRemoved('r7')], replying(ben), [more()]],
)

const atLimit = refused('too-many', 'You have reached the limit for your posts in this discussion.')
const own = Array.from({ length: maxRepliesPerPerson }, (_, index) => replied(`r${index}`))
rule(
  'refuses a reply by a person with the maximum number of replies, also if some were removed',
  [[opened, ...own], replying(ben), atLimit],
  [[opened, ...own, replyRemoved('r7')], replying(ben), atLimit],
  [[opened, ...own.slice(1)], replying(ben), [more()]],
  [[opened, ...own], replying(cleo), [more(cleo)]],
  [[opened, ...own], revisingReply(ben), [replyRevised()]],
)

const often = Array.from({ length: maxTextsPerPerson - 1 }, (_, index) => replyRevised(`Version ${index}`))
const long = Array.from({ length: Math.floor(maxTextBytesPerPerson / 10_000) }, () =>
  replyRevised('ü'.repeat(5_000)),
)
const rest = replied('r2', 'x'.repeat((maxTextBytesPerPerson % 10_000) - 3))
const revisions = Array.from({ length: maxTextsPerPerson - 1 }, (_, index): DiscussionEvent => ({
  type: 'DiscussionRevised',
  data: { ...content, text: `Version ${index}` },
}))
rule(
  'limits the texts of one person in a discussion, by number and by size',
  [[opened, replied(), ...often], revisingReply(ben, 'Hm.'), atLimit],
  [[opened, replied(), ...often.slice(1)], revisingReply(ben, 'Hm.'), [replyRevised('Hm.')]],
  [[opened, replied(), ...often], revising(ana), [revised]],
  [[opened, replied('r1', ''), ...long, rest], revisingReply(ben, 'Hm.'), [replyRevised('Hm.')]],
  [[opened, replied('r1', '!'), ...long, rest], revisingReply(ben, 'Hm.'), atLimit],
  [[opened, ...revisions], revising(ana), atLimit],
)

// The opening text and the last two replies count too.
const removedReplies = Array.from({ length: (maxWrittenTexts - 4) / 2 }, () => [
  replied(),
  replyRevised(),
  replyRemoved(),
])
const nearlyFull = [opened, ...removedReplies.flat(), replied(), replied('r2')]
const full = [...nearlyFull, revised]
rule(
  'revised and removed texts count towards the maximum number of texts',
  [nearlyFull, revising(ana), [revised]],
  [full, replying(ben), 'discussion-full'],
  [full, revising(ana, content), 'discussion-full'],
  [full, revisingReply(ben, 'Hm.'), 'discussion-full'],
  [full, removingReply(admin, true), [replyRemoved('r1', admin)]],
)

const notYourReply = refused('not-allowed', 'This is not your reply')
rule(
  'only the author revises a reply, once',
  [[opened, replied()], revisingReply(ben), [replyRevised()]],
  [[opened, replied()], revisingReply(ana), notYourReply],
  [[opened, replied(), replyRevised()], revisingReply(ben), []],
)

rule(
  'the author or an admin removes a reply, but not the author of the discussion',
  [[opened, replied()], removingReply(ben), [replyRemoved()]],
  [[opened, replied()], removingReply(admin, true), [replyRemoved('r1', admin)]],
  [[opened, replied()], removingReply(ana), notYourReply],
)

const reason = 'Advertising'
const hidden = { type: 'DiscussionHidden', data: { by: admin, reason } } as const
const shown = { type: 'DiscussionShown', data: { by: admin } } as const
const replyHidden = { type: 'ReplyHidden', data: { reply: 'r1', by: admin, reason } } as const
const replyShown = { type: 'ReplyShown', data: { reply: 'r1', by: admin } } as const
const [hiding, showing] = [deciding(moderate, hidden)(), deciding(moderate, shown)()]
const [hidingReply, showingReply] = [deciding(moderate, replyHidden)(), deciding(moderate, replyShown)()]

rule(
  'a discussion and a reply are hidden once, and shown again once',
  [[opened], hiding, [hidden]],
  [[opened, hidden], hiding, []],
  [[opened], showing, []],
  [[opened, hidden], showing, [shown]],
  [[opened, replied()], hidingReply, [replyHidden]],
  [[opened, replied(), replyHidden], hidingReply, []],
  [[opened, replied()], showingReply, []],
  [[opened, replied(), replyHidden], showingReply, [replyShown]],
  [[opened], hidingReply, 'reply-not-found'],
)

rule(
  'only its author replies to a hidden discussion: for others it is not there',
  [[opened, hidden], replying(ben), 'discussion-not-found'],
  [[opened, hidden], replying(ana), [more(ana)]],
  [[opened, hidden, shown], replying(ben), [more()]],
)

rule(
  'refuses an unknown or removed reply',
  [[opened], revisingReply(ben), 'reply-not-found'],
  [[opened], removingReply(ben, true), 'reply-not-found'],
  [[opened, replied(), replyRemoved()], revisingReply(ben), 'reply-not-found'],
  [[opened, replied(), replyRemoved()], removingReply(ben, true), 'reply-not-found'],
)

describe.each([
  ['does not exist', []],
  ['was removed', [opened, replied(), removed]],
  ['was removed before a late reply', [opened, removed, replied()]],
])('a discussion that %s', (_, events) => {
  rule(
    'is not found',
    ...[revising(ana), removing(ana, true), replying(ben), revisingReply(ben), removingReply(ben, true)].map(
      (decide) => [events, decide, 'discussion-not-found'] as const,
    ),
  )
})
