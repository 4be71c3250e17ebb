import { defaultOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { peopleQueries, type PeopleQueriesOptions } from '@thirty/projections/people/query.ts'
import { fakeEventLog } from './fake-event-log.ts'

/** The queries about people over a store, without ranks, projects and sessions unless they are given. */
export const peopleQueriesOver = (
  store: PeopleQueriesOptions['store'],
  given: Partial<PeopleQueriesOptions> = {},
) =>
  peopleQueries({
    currentOptions: async () => defaultOptions,
    store,
    log: fakeEventLog(),
    monotonic: () => 0,
    rankOf: async () => ({ rank: null, totalParticipants: 9 }),
    submissionsIndex: () => ({ readModel: peopleProjection, index: 'none', userOf: (id) => id }),
    submittedDays: async (ids) => ids.map(() => []),
    ...given,
  })
