// Pages of notifications: participants see what happened to their projects and the challenge, admins see the submissions that wait for
// review.

import {
  importedPersonId,
  nameAs,
  nameValue,
  standIn,
  type Named,
} from '@thirty/contracts/accounts/stand-ins.ts'
import type { Actor, NotificationsResponse, NotificationsQuery } from '@thirty/contracts/notifications/api.ts'
import {
  notificationText,
  type NotificationContent,
} from '@thirty/contracts/notifications/notification-text.ts'
import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import { isRead, nothingRead, type ReadMark } from '@thirty/contracts/notifications/read-mark.ts'
import { shownReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { encodeCursor, decodeCursorStart } from '../document-reads.ts'
import { type UnnamedNotification, notificationLoader } from './notification-loader.ts'
import { readMarksProjection } from './read-model.ts'
import type { RunContext } from '../run-context.ts'

type Caller = { id: string; isAdmin: boolean }

export function notificationQuery(context: RunContext) {
  const { store, log, history, clock, pendingSubmissions } = context
  const loadNotifications = notificationLoader(log, history, context.reader === 'admins')
  const readMarkOf = async (user: string): Promise<ReadMark> =>
    (await store.load<ReadMark>(readMarksProjection, [user]))[0] ?? nothingRead

  const forParticipant = async (
    { limit, cursor }: NotificationsQuery,
    user: string,
  ): Promise<NotificationsResponse> => {
    const list = `notifications ${user}`
    const before = decodeCursorStart(list, cursor) ?? Infinity
    const [mark, { projects, position, epoch }, joined = beginning] = await Promise.all([
      readMarkOf(user),
      context.projectsOf(user),
      // Earlier changes of the challenge are not shown.
      context.members.joinedAt(user),
    ])
    const notifications = (await loadNotifications({ user, projects, upTo: BigInt(position), epoch })).filter(
      (notification) => notification.position > joined,
    )
    const remaining = notifications.filter((notification) => notification.position < before)
    const end = remaining[limit - 1]?.position
    // Notifications at the same position, such as the notifications of a reveal, are on the same page: the next page
    // begins before it.
    const page = remaining.filter(({ position }, index) => index < limit || position === end)
    const last = remaining.length > page.length ? page.at(-1) : undefined
    return {
      unread: notifications.filter(({ position: at }) => isUnread(mark, at)).length,
      waiting: null,
      notifications: await withNames(page, mark, user),
      nextCursor: last === undefined ? null : encodeCursor(list, Number(last.position)),
      readUpTo: readUpToOf(mark),
      position,
      epoch,
    }
  }

  const withNames = async (notifications: readonly UnnamedNotification[], mark: ReadMark, owner: string) => {
    const users = notifications.flatMap((notification) => {
      if ('people' in notification) return notification.people
      return notification.kind === 'rejected' ? [owner] : []
    })
    const personOf = await context.personSummaries(users)
    const now = clock()
    return notifications.map(({ position, ...notification }) => {
      const common = { position: position.toString(), isUnread: isUnread(mark, position) }
      if (notification.kind === 'rejected') {
        const { name } = personOf(owner)
        const reason = (notification.reason && shownReviewText(notification.reason, name)) || null
        return withText({ ...notification, ...common, reason }, now)
      }
      if (!('people' in notification)) return withText({ ...notification, ...common }, now)
      const actors = notification.people.map((id) => actorOf(id, personOf(id)))
      return withText({ ...notification, ...common, people: actors }, now)
    })
  }

  const forAdmin = async (query: NotificationsQuery, caller: Caller): Promise<NotificationsResponse> => {
    const position = await context.positionOf('projects')
    const mark = await readMarkOf(caller.id)
    const [waiting, page, unread] = await Promise.all([
      pendingSubmissions.count(),
      pendingSubmissions.page(query, caller),
      pendingSubmissions.countUnread((at) => isUnread(mark, at)),
    ])
    const now = clock()
    return {
      unread,
      waiting,
      notifications: page.waiting.map((submission) =>
        toPendingNotification(submission, isUnread(mark, BigInt(submission.position)), now),
      ),
      nextCursor: page.nextCursor,
      readUpTo: readUpToOf(mark),
      ...position,
    }
  }

  return (query: NotificationsQuery, caller: Caller): Promise<NotificationsResponse> =>
    caller.isAdmin ? forAdmin(query, caller) : forParticipant(query, caller.id)
}

const isUnread = (mark: ReadMark, position: bigint): boolean => !isRead(mark, position.toString())

const readUpToOf = ({ upTo }: ReadMark): string | null => (upTo === nothingRead.upTo ? null : upTo)

const actorOf = (id: string, person: Named & Pick<PersonSummary, 'username' | 'avatar'>): Actor => ({
  _id: id,
  ...(id === importedPersonId ? standIn('somebodyElsewhere', 'fullName') : nameAs('fullName', person)),
  ...(person.username && { username: person.username }),
  profileImage: person.avatar,
})

type PendingSubmission = Awaited<ReturnType<RunContext['pendingSubmissions']['page']>>['waiting'][number]

function toPendingNotification({ project, at, position }: PendingSubmission, isUnread: boolean, now: number) {
  const { _id, projectName, day, user } = project
  const by = actorOf(user._id, { ...user, avatar: user.profileImage })
  const id = `${_id}:waiting`
  return withText(
    { id, kind: 'waiting', position, at, isUnread, project: { _id, projectName, day }, by },
    now,
  )
}

function withText<Content extends NotificationContent>(notification: Content, now: number) {
  const { message: text, ...said } = notificationText(notification, now, nameValue)
  return { ...notification, text, said }
}
