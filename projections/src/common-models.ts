import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { challengeHandlers } from './challenge/endpoints.ts'
import { challengeUpdates, type ChallengeChange } from './challenge/live.ts'
import { challengeProjection } from './challenge/projection.ts'
import { challengeQueries, type ChallengeQueries } from './challenge/query.ts'
import { discussionHandlers } from './discussions/endpoints.ts'
import { discussionsUpdates } from './discussions/live.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { discussionQueries, type DiscussionQueries } from './discussions/query.ts'
import { deletedPeopleProjection } from './deleted-people/projection.ts'
import { notificationUpdates } from './notifications/live.ts'
import { readMarksProjection } from './notifications/projection.ts'
import { currentOptions } from './options/current-options.ts'
import { optionHandlers } from './options/endpoints.ts'
import { loadOptions } from './options/query.ts'
import { optionsUpdates } from './options/live.ts'
import { optionsProjection } from './options/projection.ts'
import { peopleHandlers } from './people/endpoints.ts'
import { peopleUpdates, usersOfAccountChange } from './people/live.ts'
import { members, type Members } from './people/members.ts'
import { profilePersons, type FindProfilePerson } from './people/profile-person.ts'
import { peopleProjection } from './people/projection.ts'
import { peopleQueries, type PeopleQueries, type PeopleQueriesOptions } from './people/query.ts'
import { profileUpdates } from './profile-updates.ts'
import { combineLiveUpdates, type ProductProjection } from './registered-projection.ts'
import { savedTextHandlers } from './saved-texts/endpoints.ts'
import { savedTextUpdates } from './saved-texts/live.ts'
import { savedTextsProjection } from './saved-texts/projection.ts'
import { peopleStatisticsUpdates } from './statistics/live.ts'
import { peopleFiguresOf } from './statistics/query.ts'
import { teamUpdates } from './team/live.ts'
import { teamProjection } from './team/projection.ts'

export type CommonModelsOptions = Pick<
  PeopleQueriesOptions,
  'rankOf' | 'submissionCounts' | 'submittedDays' | 'findOpenSessions'
> & {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  timeZone: string
  /** Returns the number of the run that is shown. */
  shownRun: () => number
  hasListeners: HasListeners
  /** Called after an event of the challenge was applied in this process. */
  onChallengeChanged: () => void
}

/** The read models that belong to no run: they stay the same when another run is shown. */
export type CommonModels = {
  projections: readonly ProductProjection[]
  endpoints: readonly Endpoint[]
  challenge: ChallengeQueries
  people: PeopleQueries
  members: Members
  findProfilePerson: FindProfilePerson
  discussions: DiscussionQueries
  loadOptions: () => Promise<ChallengeOptions>
  /** The options for decisions about access, also while their read model cannot be read. */
  currentOptions: () => Promise<ChallengeOptions>
}

/** The read models of accounts, of the challenge itself and its options, of saved texts, of discussions and of what users have read. */
export function commonModels(options: CommonModelsOptions): CommonModels {
  const { store, clock, timeZone, shownRun, hasListeners } = options
  const challenge = challengeQueries({ store, clock, timeZone, shownRun })
  const findOptions = currentOptions(options)
  const people = peopleQueries({
    ...options,
    projection: peopleProjection,
    currentOptions: findOptions,
  })
  const memberQueries = members({ store, readModel: peopleProjection })
  const { personSummaries } = memberQueries
  const discussions = discussionQueries({ store, readModel: discussionsProjection, personSummaries })
  const figures = { peopleFigures: peopleFiguresOf(store, peopleProjection) }
  return {
    projections: [
      {
        projection: challengeProjection,
        liveUpdates: (change: ChallengeChange) => {
          options.onChallengeChanged()
          return challengeUpdates(challenge)(change)
        },
      },
      {
        projection: peopleProjection,
        liveUpdates: combineLiveUpdates(
          combineLiveUpdates(peopleUpdates(hasListeners), profileUpdates(usersOfAccountChange, hasListeners)),
          peopleStatisticsUpdates(figures, hasListeners),
        ),
      },
      { projection: deletedPeopleProjection },
      { projection: discussionsProjection, liveUpdates: discussionsUpdates(hasListeners) },
      { projection: teamProjection, liveUpdates: teamUpdates(hasListeners) },
      { projection: optionsProjection, liveUpdates: optionsUpdates },
      { projection: savedTextsProjection, liveUpdates: savedTextUpdates },
      { projection: readMarksProjection, liveUpdates: notificationUpdates(hasListeners) },
    ],
    endpoints: [
      ...peopleHandlers(people),
      ...challengeHandlers(challenge),
      ...optionHandlers(store),
      ...savedTextHandlers(store),
      ...discussionHandlers(discussions),
    ],
    challenge,
    people,
    members: memberQueries,
    findProfilePerson: profilePersons({ store, readModel: peopleProjection }),
    discussions,
    loadOptions: () => loadOptions(store),
    currentOptions: findOptions,
  }
}
