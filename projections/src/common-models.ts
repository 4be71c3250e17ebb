// The read models that belong to no run, with their queries and endpoints, and the queries of the past. They stay the same when another run
// is shown.

import { challengeEndpoints } from '@thirty/contracts/challenge/api.ts'
import type { RecordExport } from '@thirty/contracts/exports/events.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { auditProjection, auditUpdates } from './audit/read-model.ts'
import { auditHandlers, auditQueries } from './audit/query.ts'
import { challengeUpdates } from './challenge/live.ts'
import { currentOptions, loadOptions, optionHandlers, optionsUpdates } from './challenge/options.ts'
import { challengeProjection, challengeQueries, readCurrentHistory } from './challenge/read-model.ts'
import { deletedPeopleProjection } from './deleted-people.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { discussionHandlers, discussionQueries, discussionsUpdates } from './discussions/query.ts'
import { notificationUpdates, readMarksProjection } from './notifications/read-model.ts'
import { peopleQueries, type PeopleQueriesOptions } from './people/query.ts'
import { peopleUpdates, usersOfAccountChange } from './people/live.ts'
import { members } from './people/members.ts'
import { peopleProjection } from './people/projection.ts'
import { pastModels } from './past-models.ts'
import { profileUpdates, listed, type ReadSide } from './registered-projection.ts'
import { savedTextsModel } from './saved-texts/read-model.ts'
import { peopleStatisticsUpdates } from './statistics/live.ts'
import { whatIfBoards } from './what-if-boards.ts'

export type CommonModelsOptions = ReadSide & {
  /** Returns the number of the run that is shown. */
  shownRun: () => number
  /** Returns the read model of the leaderboard that is shown. */
  board: () => ReadModelKey
} & Pick<PeopleQueriesOptions, 'lagOf' | 'findOpenSessions'>

export type CommonModels = ReturnType<typeof commonModels>

export function commonModels(options: CommonModelsOptions) {
  const { store, clock } = options
  const challenge = challengeQueries(options)
  /** The options for decisions about access, also while their read model cannot be read. */
  const findOptions = currentOptions(options)
  const people = peopleQueries({ ...options, currentOptions: findOptions })
  const memberQueries = members(store)
  const { personSummaries } = memberQueries
  const past = pastModels({ ...options, members: memberQueries })
  const discussions = discussionQueries({ store, personSummaries })
  const audit = auditQueries({ ...options, personSummaries, searchUsers: people.search })
  return {
    list: [
      listed(
        challengeProjection,
        [challengeUpdates(challenge), optionsUpdates],
        [endpoint(challengeEndpoints.currentDay)(() => challenge.currentDay()), ...optionHandlers(store)],
      ),
      listed(peopleProjection, [
        peopleUpdates,
        (change) => profileUpdates(usersOfAccountChange(change)),
        peopleStatisticsUpdates(people.figures),
      ]),
      listed(deletedPeopleProjection),
      listed(discussionsProjection, [discussionsUpdates], discussionHandlers(discussions)),
      savedTextsModel(store),
      listed(readMarksProjection, [notificationUpdates]),
      listed(auditProjection, [auditUpdates(past.backups.prepare)]),
    ],
    auditEndpoints: (recordExport: RecordExport) => auditHandlers(audit, { clock, recordExport }),
    currentOptions: findOptions,
    /** Returns the history of the current run, which may not be shown yet. */
    currentHistory: () => readCurrentHistory(store),
    challenge,
    people,
    members: memberQueries,
    personSummaries,
    discussions,
    loadOptions: () => loadOptions(store),
    past,
    whatIf: whatIfBoards(options),
  }
}
