// Collects what events say about a user, for the file with all data of the user.

import type { OwnDataResponse, OwnSubmission } from '@thirty/contracts/accounts/own-data-api.ts'
import { discussionEvents, type DiscussionEvent } from '@thirty/contracts/community/events.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { journeyEvents } from '@thirty/contracts/challenge/events.ts'
import { commentEvents, projectEvents, type ProjectContent } from '@thirty/contracts/projects/events.ts'
import { evolveStatus, isPresent, statusEvents } from '@thirty/contracts/projects/project-life.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { parseProjectId, projectIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { discussionIdFromStream, parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** Prefixes of the streams in which users write about projects, in discussions, and about their days. */
export const sharedStreams = ['project-', 'discussion-', 'journey-']

const givenEvents = {
  ...pickEvents(projectEvents, 'ProjectRated', 'ProjectLiked', 'ProjectUnliked'),
  ...commentEvents,
}

const bookmarkEvents = pickEvents(userEvents, 'BookmarkAdded', 'BookmarkRemoved')

/** The events that change the lists below. */
export const collectedEvents = {
  ...statusEvents,
  ...givenEvents,
  ...discussionEvents,
  ...journeyEvents,
  ...bookmarkEvents,
}

/** What a user has submitted, given and done, by key; the lists of `OwnDataResponse` without their bounds. */
export type CollectedData = {
  [List in 'submissions' | 'likes' | 'comments' | 'discussions' | 'replies' | 'completedDays']: Map<
    string,
    OwnDataResponse[List][number]
  >
} & { bookmarks: Set<string>; ratings: Map<string, CollectedRating> }

/** A rating whose feedback is as it is stored; see `StoredReviewText`. */
export type CollectedRating = OwnDataResponse['ratings'][number] & { nameOpen?: true }

export const emptyData = (): CollectedData => ({
  submissions: new Map(),
  ratings: new Map(),
  likes: new Map(),
  comments: new Map(),
  discussions: new Map(),
  replies: new Map(),
  completedDays: new Map(),
  bookmarks: new Set(),
})

/**
 * Adds what one event says about a user, in the order of the log. Changes `data`, because it is called for every event of the
 * log.
 */
export function collect(data: CollectedData, user: string, event: RecordedEvent): void {
  if (!isEventOf(collectedEvents, event)) return
  collectSubmission(data.submissions, user, event)
  collectGiven(data, user, event)
  if (isEventOf(discussionEvents, event)) collectDiscussion(data, user, event)
  if (isEventOf(journeyEvents, event)) {
    const journey = parseJourneyStream(event.stream)
    if (journey?.user !== user) return
    const key = `${journey.run}:${event.data.day}`
    if (event.type === 'DayReopened') data.completedDays.delete(key)
    else data.completedDays.set(key, { run: journey.run, day: event.data.day, at: event.at })
  }
  if (isEventOf(bookmarkEvents, event)) {
    if (event.type === 'BookmarkAdded') data.bookmarks.add(event.data.url)
    else data.bookmarks.delete(event.data.url)
  }
}

/** Applies one event to the projects of a user, by project id. Other events, and projects of other users, change nothing. */
export function collectSubmission(
  submissions: Map<string, OwnSubmission>,
  user: string,
  event: RecordedEvent,
): void {
  if (!isEventOf(statusEvents, event)) return
  const projectId = projectIdFromStream(event.stream) ?? ''
  const parts = parseProjectId(projectId)
  if (parts?.user !== user) return
  const { run, day } = parts
  const known = submissions.get(projectId)
  const status = evolveStatus(known?.status ?? 'none', event)
  if (!isPresent(status)) submissions.delete(projectId)
  else if (event.type === 'ProjectSubmitted')
    submissions.set(projectId, { projectId, run, day, status, ...contentOf(event.data), at: event.at })
  else if (known)
    submissions.set(projectId, {
      ...known,
      status,
      ...(event.type === 'ProjectRevised' && contentOf(event.data)),
    })
}

const contentOf = (content: ProjectContent) => ({
  ...allTextsOf(content),
  imageUrl: imagePath(content.image),
})

function collectGiven(data: CollectedData, user: string, event: RecordedEvent): void {
  const projectId = projectIdFromStream(event.stream)
  if (projectId === undefined) return
  if (isEventOf(statusEvents, event) && !isPresent(evolveStatus('submitted', event))) {
    data.ratings.delete(projectId)
    data.likes.delete(projectId)
    deleteWhere(data.comments, (comment) => comment.projectId === projectId)
  }
  if (!isEventOf(givenEvents, event)) return
  const { at } = event
  switch (event.type) {
    case 'ProjectRated': {
      const { rater, criteria, feedback, nameOpen } = event.data
      if (rater !== user) break
      // A rating that is given again is the newest one.
      data.ratings.delete(projectId)
      data.ratings.set(projectId, { projectId, criteria, feedback, ...(nameOpen && { nameOpen }), at })
      break
    }
    case 'ProjectLiked':
      if (event.data.by === user) data.likes.set(projectId, { projectId, at })
      break
    case 'ProjectUnliked':
      if (event.data.by === user) data.likes.delete(projectId)
      break
    case 'CommentPosted': {
      const { comment, by, text } = event.data
      if (by === user) data.comments.set(`${projectId}:${comment}`, { projectId, text, at })
      break
    }
    case 'CommentRemoved':
      data.comments.delete(`${projectId}:${event.data.comment}`)
      break
    case 'CommentHidden':
    case 'CommentShown':
      setHidden(data.comments, `${projectId}:${event.data.comment}`, event)
      break
  }
}

type Hideable = { hidden?: OwnDataResponse['comments'][number]['hidden'] }

function setHidden<Item extends Hideable>(
  items: Map<string, Item>,
  key: string,
  { at, data }: { at: string; data: { by: string; reason?: string } },
): void {
  const item = items.get(key)
  if (item)
    items.set(key, { ...item, hidden: data.reason === undefined ? undefined : { reason: data.reason, at } })
}

function deleteWhere<Item>(items: Map<string, Item>, isGone: (item: Item) => boolean): void {
  for (const [key, item] of items) if (isGone(item)) items.delete(key)
}

function collectDiscussion(
  { discussions, replies }: CollectedData,
  user: string,
  event: RecordedEvent & DiscussionEvent,
): void {
  const id = discussionIdFromStream(event.stream)
  if (id === undefined) return
  const { at } = event
  switch (event.type) {
    case 'DiscussionOpened':
      if (event.data.by === user)
        discussions.set(id, { id, title: event.data.title, text: event.data.text, at })
      break
    case 'DiscussionRevised': {
      const opened = discussions.get(id)
      if (opened) discussions.set(id, { ...opened, title: event.data.title, text: event.data.text })
      break
    }
    case 'DiscussionRemoved':
      discussions.delete(id)
      deleteWhere(replies, ({ discussionId }) => discussionId === id)
      break
    case 'ReplyPosted':
      if (event.data.by === user)
        replies.set(event.data.reply, { discussionId: id, text: event.data.text, at })
      break
    case 'ReplyRevised': {
      const posted = replies.get(event.data.reply)
      if (posted) replies.set(event.data.reply, { ...posted, text: event.data.text })
      break
    }
    case 'ReplyRemoved':
      replies.delete(event.data.reply)
      break
    case 'DiscussionHidden':
    case 'DiscussionShown':
      setHidden(discussions, id, event)
      break
    case 'ReplyHidden':
    case 'ReplyShown':
      setHidden(replies, event.data.reply, event)
      break
  }
}
