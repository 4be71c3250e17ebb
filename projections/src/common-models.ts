// The read models that belong to no run, with their queries and endpoints. They stay the same when another run is shown.

import { challengeEndpoints } from '@thirty/contracts/challenge/api.ts'
import { discussionEndpoints } from '@thirty/contracts/community/discussions-api.ts'
import type { RecordExport } from '@thirty/contracts/exports/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { auditHandlers } from './audit/endpoints.ts'
import { auditUpdates } from './audit/live.ts'
import { auditProjection } from './audit/projection.ts'
import { auditQueries } from './audit/query.ts'
import { challengeUpdates, type ChallengeChange } from './challenge/live.ts'
import { challengeProjection } from './challenge/projection.ts'
import { challengeQueries } from './challenge/query.ts'
import { deletedPeopleProjection } from './deleted-people/projection.ts'
import { discussionsUpdates } from './discussions/live.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { discussionQueries } from './discussions/query.ts'
import { notificationUpdates } from './notifications/live.ts'
import { readMarksProjection } from './notifications/projection.ts'
import { currentOptions } from './options/current-options.ts'
import { optionHandlers } from './options/endpoints.ts'
import { optionsUpdates } from './options/live.ts'
import { optionsProjection } from './options/projection.ts'
import { loadOptions } from './options/query.ts'
import { peopleHandlers } from './people/endpoints.ts'
import { peopleUpdates, usersOfAccountChange } from './people/live.ts'
import { members } from './people/members.ts'
import { profilePersons } from './people/profile-person.ts'
import { peopleProjection } from './people/projection.ts'
import { peopleQueries, type PeopleQueriesOptions } from './people/query.ts'
import { profileUpdates } from './profile-updates.ts'
import { listed } from './registered-projection.ts'
import { savedTextHandlers } from './saved-texts/endpoints.ts'
import { savedTextUpdates } from './saved-texts/live.ts'
import { savedTextsProjection } from './saved-texts/projection.ts'
import { peopleStatisticsUpdates } from './statistics/live.ts'
import { peopleFiguresOf } from './statistics/query.ts'
import { teamUpdates } from './team/live.ts'
import { teamProjection } from './team/projection.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** What every read model works with. */
export type ReadSide = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  /** Time zone in which challenge days begin and end. */
  timeZone: string
}

export type CommonModelsOptions = ReadSide & {
  /** Returns the number of the run that is shown. */
  shownRun: () => number
  /** Called after an event of the challenge was applied in this process. */
  onChallengeChanged: () => void
} & Pick<PeopleQueriesOptions, 'rankOf' | 'submissionCounts' | 'submittedDays' | 'findOpenSessions'>

export type CommonModels = ReturnType<typeof commonModels>

export function commonModels(options: CommonModelsOptions) {
  const { store, log, clock, timeZone, shownRun } = options
  const challenge = challengeQueries({ store, clock, timeZone, shownRun })
  const findOptions = currentOptions(options)
  const people = peopleQueries({ ...options, currentOptions: findOptions })
  const memberQueries = members(store)
  const { personSummaries } = memberQueries
  const discussions = discussionQueries({ store, personSummaries })
  const audit = auditQueries({
    log,
    store,
    personSummaries,
    searchUsers: async (search, limit) => (await people.list({ search, limit })).people.map(({ _id }) => _id),
  })
  return {
    list: [
      listed(
        challengeProjection,
        [
          (change: ChallengeChange) => {
            options.onChallengeChanged()
            return challengeUpdates(challenge)(change)
          },
        ],
        [endpoint(challengeEndpoints.currentDay)(() => challenge.currentDay())],
      ),
      listed(
        peopleProjection,
        [
          peopleUpdates,
          profileUpdates(usersOfAccountChange),
          peopleStatisticsUpdates({ peopleFigures: peopleFiguresOf(store, peopleProjection) }),
        ],
        peopleHandlers(people),
      ),
      listed(deletedPeopleProjection),
      listed(
        discussionsProjection,
        [discussionsUpdates],
        [
          endpoint(discussionEndpoints.list)(({ query, caller }) => discussions.list(query, caller)),
          endpoint(discussionEndpoints.one)(
            async ({ params, query, caller }) =>
              (await discussions.one(params.discussionId, query, caller)) ??
              refuse('discussion-not-found', say('discussionNotFound')),
          ),
        ],
      ),
      listed(teamProjection, [teamUpdates]),
      listed(optionsProjection, [optionsUpdates], optionHandlers(store)),
      listed(savedTextsProjection, [savedTextUpdates], savedTextHandlers(store)),
      listed(readMarksProjection, [notificationUpdates]),
      listed(auditProjection, [auditUpdates]),
    ],
    auditEndpoints: (recordExport: RecordExport) => auditHandlers(audit, { clock, recordExport }),
    challenge,
    people,
    members: memberQueries,
    findProfilePerson: profilePersons(store),
    discussions,
    loadOptions: () => loadOptions(store),
    /** The options for decisions about access, also while their read model cannot be read. */
    currentOptions: findOptions,
  }
}
