// Puts the file with all data of a user together, and collects from the log what they wrote, rated and liked: it is spread over the streams of
// all projects and discussions, and no screen needs it, so a read model would cost every event for a file that few users request. One export
// runs at a time.

import type { NotificationsQuery, NotificationsResponse } from '@thirty/contracts/notifications/api.ts'
import {
  maxOwnEntries,
  maxOwnNotifications,
  type OwnDataResponse,
} from '@thirty/contracts/accounts/own-data-api.ts'
import { isDeletedPerson } from '@thirty/contracts/accounts/stand-ins.ts'
import type { TwoFactorState } from '@thirty/contracts/accounts/two-factor-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { factorSecretEvents } from '@thirty/contracts/accounts/sign-in-events.ts'
import { withoutSecrets } from '@thirty/contracts/accounts/two-factor.ts'
import { shownReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { parseProjectId, projectIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import type { SeenSession } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { RunContext } from '../run-context.ts'
import { discussionEvents } from '@thirty/contracts/community/events.ts'
import { journeyEvents } from '@thirty/contracts/challenge/events.ts'
import { commentEvents, projectEvents, type ProjectContent } from '@thirty/contracts/projects/events.ts'
import {
  evolveStatus,
  isPresent,
  isStatusEvent,
  statusEvents,
  type StatusEvent,
} from '@thirty/contracts/projects/project-life.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { discussionIdFromStream, parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/**
 * Returns what finds all data of a user; see `ownDataResponse`. It refuses a user without an account as `not-signed-in`, and throws `busy` if
 * too many exports run. `notificationsOf` returns the newest notifications. `maxEntries`: maximum number of entries in each list.
 */
export function ownDataQuery(
  context: RunContext,
  notificationsOf: (
    query: NotificationsQuery,
    caller: { id: string; isAdmin: boolean },
  ) => Promise<Pick<NotificationsResponse, 'notifications' | 'nextCursor'>>,
  maxEntries: number = maxOwnEntries,
) {
  const { log, clock, draftsOf = async () => [] } = context
  const runLimited = concurrencyLimit({ maxConcurrent: 1, maxQueued: 4 })

  const collectFor = async (user: string): Promise<CollectedData> => {
    const data = emptyData()
    for await (const event of log.read(`user-${user}`)) collect(data, user, event)
    for await (const events of log.readAll({ streams: sharedStreams }))
      for (const event of events) collect(data, user, event)
    return data
  }

  const secondFactorsOf = async (user: string): Promise<TwoFactorState> => {
    let state: TwoFactorState = { app: null, passkeys: [], recoveryCodes: null }
    for await (const event of log.read(`second-factors-${user}`))
      if (isEventOf(factorSecretEvents, event)) state = withoutSecrets(event.data)
    return state
  }

  /** Fills in the names of the participants whose projects were rated. */
  const withNames = async (ratings: readonly CollectedRating[]): Promise<OwnDataResponse['ratings']> => {
    const ownerOf = (projectId: string) => parseProjectId(projectId)?.user ?? ''
    const personOf = await context.personSummaries(ratings.map(({ projectId }) => ownerOf(projectId)))
    return ratings.map(({ feedback, nameOpen, ...rating }) => {
      const owner = personOf(ownerOf(rating.projectId))
      const name = isDeletedPerson(owner) ? undefined : owner.name
      return { ...rating, feedback: shownReviewText({ text: feedback, nameOpen }, name) }
    })
  }

  return (user: string): Promise<OwnDataResponse> =>
    runLimited(async () => {
      const [
        account,
        { projects },
        drafts,
        sessions,
        { notifications, nextCursor },
        collected,
        secondFactors,
      ] = await Promise.all([
        context.people.ownUser(user),
        context.projectsOf(user),
        draftsOf(user),
        context.people.openSessions(user),
        notificationsOf({ limit: maxOwnNotifications }, { id: user, isAdmin: false }),
        collectFor(user),
        secondFactorsOf(user),
      ])
      if (account === undefined) refuse('not-signed-in', 'authenticationFailed')
      const { bookmarks, ...lists } = collected
      const newest = <Item>(items: ReadonlyMap<string, Item>): Item[] =>
        [...items.values()].slice(-maxEntries)
      return {
        exportedAt: new Date(clock()).toISOString(),
        account,
        bookmarks: [...bookmarks],
        sessions: sessions.map(toExported),
        secondFactors,
        projects: [...projects],
        drafts: [...drafts],
        submissions: newest(lists.submissions),
        ratings: await withNames(newest(lists.ratings)),
        likes: newest(lists.likes),
        comments: newest(lists.comments),
        discussions: newest(lists.discussions),
        replies: newest(lists.replies),
        completedDays: newest(lists.completedDays),
        notifications: [...notifications],
        truncated: nextCursor !== null || Object.values(lists).some(({ size }) => size > maxEntries),
      }
    })
}

const toExported = ({ browser, system, issuedAt, seenAt, expiresAt }: SeenSession) => ({
  browser,
  system,
  since: new Date(issuedAt).toISOString(),
  lastSeenAt: new Date(seenAt).toISOString(),
  expiresAt: new Date(expiresAt).toISOString(),
})

/** Prefixes of the streams in which users write about projects, in discussions, and about their days. */
const sharedStreams = ['project-', 'discussion-', 'journey-']

/** The events that change the lists below. */
export const collectedEvents = {
  ...statusEvents,
  ...pickEvents(projectEvents, 'ProjectRated', 'ProjectLiked', 'ProjectUnliked'),
  ...commentEvents,
  ...discussionEvents,
  ...journeyEvents,
  ...pickEvents(userEvents, 'BookmarkAdded', 'BookmarkRemoved'),
}

/** What a user has submitted, given and done, by key; the lists of `OwnDataResponse` without their bounds. */
type CollectedData = {
  [List in 'submissions' | 'likes' | 'comments' | 'discussions' | 'replies' | 'completedDays']: Map<
    string,
    OwnDataResponse[List][number]
  >
} & { bookmarks: Set<string>; ratings: Map<string, CollectedRating> }

/** A rating whose feedback is as it is stored; see `StoredReviewText`. */
type CollectedRating = OwnDataResponse['ratings'][number] & { nameOpen?: true }

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

/** Adds what one event says about a user, in the order of the log. Changes `data`, because it is called for every event of the log. */
export function collect(data: CollectedData, user: string, event: RecordedEvent): void {
  if (!isEventOf(collectedEvents, event)) return
  const projectId = projectIdFromStream(event.stream) ?? ''
  if (isStatusEvent(event)) return collectStatus(data, user, projectId, event)
  const { at } = event
  const id = discussionIdFromStream(event.stream) ?? ''
  const isOwn = 'by' in event.data && event.data.by === user
  const add = <Item>(items: Map<string, Item>, key: string, item: Item): void => {
    if (isOwn) items.set(key, item)
  }
  const commentKey = 'comment' in event.data ? `${projectId}:${event.data.comment}` : ''
  switch (event.type) {
    case 'ProjectRated': {
      const { rater, criteria, feedback, nameOpen } = event.data
      if (rater !== user) return
      // A rating that is given again is the newest one.
      data.ratings.delete(projectId)
      data.ratings.set(projectId, { projectId, criteria, feedback, ...(nameOpen && { nameOpen }), at })
      return
    }
    case 'ProjectLiked':
      return add(data.likes, projectId, { projectId, at })
    case 'ProjectUnliked':
      if (isOwn) data.likes.delete(projectId)
      return
    case 'CommentPosted':
      return add(data.comments, commentKey, { projectId, text: event.data.text, at })
    case 'CommentRemoved':
      return void data.comments.delete(commentKey)
    case 'CommentHidden':
    case 'CommentShown':
      return change(data.comments, commentKey, hiddenBy(event))
    case 'DiscussionOpened':
      return add(data.discussions, id, { id, title: event.data.title, text: event.data.text, at })
    case 'DiscussionRevised':
      return change(data.discussions, id, { title: event.data.title, text: event.data.text })
    case 'DiscussionRemoved':
      data.discussions.delete(id)
      return deleteWhere(data.replies, ({ discussionId }) => discussionId === id)
    case 'DiscussionHidden':
    case 'DiscussionShown':
      return change(data.discussions, id, hiddenBy(event))
    case 'ReplyPosted':
      return add(data.replies, event.data.reply, { discussionId: id, text: event.data.text, at })
    case 'ReplyRevised':
      return change(data.replies, event.data.reply, { text: event.data.text })
    case 'ReplyRemoved':
      return void data.replies.delete(event.data.reply)
    case 'ReplyHidden':
    case 'ReplyShown':
      return change(data.replies, event.data.reply, hiddenBy(event))
    case 'DayCompleted':
    case 'DayReopened': {
      const { day } = event.data
      const journey = parseJourneyStream(event.stream)
      if (journey?.user !== user) return
      const { run } = journey
      if (event.type === 'DayReopened') data.completedDays.delete(`${run}:${day}`)
      else data.completedDays.set(`${run}:${day}`, { run, day, at })
      return
    }
    case 'BookmarkAdded':
      return void data.bookmarks.add(event.data.url)
    case 'BookmarkRemoved':
      return void data.bookmarks.delete(event.data.url)
  }
}

/** What was given to a project belongs to one submission, and goes with it. */
function collectStatus(
  { submissions, ratings, likes, comments }: CollectedData,
  user: string,
  projectId: string,
  event: RecordedEvent & StatusEvent,
): void {
  const { run = 0, day = 0, user: owner } = parseProjectId(projectId) ?? {}
  const status = evolveStatus('submitted', event)
  if (!isPresent(status)) {
    for (const items of [submissions, ratings, likes]) items.delete(projectId)
    deleteWhere(comments, (comment) => comment.projectId === projectId)
  } else if (event.type === 'ProjectSubmitted') {
    const content = contentOf(event.data)
    if (owner === user) submissions.set(projectId, { projectId, run, day, status, ...content, at: event.at })
  } else {
    const revised = event.type === 'ProjectRevised' && contentOf(event.data)
    change(submissions, projectId, { status, ...revised })
  }
}

const contentOf = (content: ProjectContent) => ({
  ...allTextsOf(content),
  imageUrl: imagePath(content.image),
})

const hiddenBy = ({ at, data }: { at: string; data: { by: string; reason?: string } }) => ({
  hidden: data.reason === undefined ? undefined : { reason: data.reason, at },
})

/** Changes an item of the user. What others wrote is not there. */
function change<Item>(items: Map<string, Item>, key: string, changes: Partial<Item>): void {
  const item = items.get(key)
  if (item) items.set(key, { ...item, ...changes })
}

function deleteWhere<Item>(items: Map<string, Item>, isGone: (item: Item) => boolean): void {
  for (const [key, item] of items) if (isGone(item)) items.delete(key)
}
