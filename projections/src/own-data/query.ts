// Puts the file with all data of a user together. What they wrote, rated and liked is read from the log (`collect-own-data.ts`): it is
// spread over the streams of all projects and discussions, and no screen needs it, so a read model would cost every event for a file that
// few users request. One export runs at a time.

import type { NotificationsQuery, NotificationsResponse } from '@thirty/contracts/notifications/api.ts'
import {
  maxOwnEntries,
  maxOwnNotifications,
  type OwnDataResponse,
} from '@thirty/contracts/accounts/own-data-api.ts'
import { isDeletedPerson } from '@thirty/contracts/accounts/stand-ins.ts'
import type { TwoFactorState } from '@thirty/contracts/accounts/two-factor-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { factorSecretEvents } from '@thirty/contracts/accounts/second-factor-events.ts'
import { withoutSecrets } from '@thirty/contracts/accounts/two-factor.ts'
import { shownReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import type { SeenSession } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { RunContext } from '../run-context.ts'
import {
  collect,
  emptyData,
  sharedStreams,
  type CollectedData,
  type CollectedRating,
} from './collect-own-data.ts'

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
      if (account === undefined) refuse('not-signed-in', say('authenticationFailed'))
      const { bookmarks, ...lists } = collected
      const newest = <Item>(items: ReadonlyMap<string, Item>): Item[] =>
        [...items.values()].slice(-maxEntries)
      return {
        success: true,
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
