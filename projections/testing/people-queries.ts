import { defaultOptions } from '@thirty/contracts/challenge/challenge-state.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { listPeople } from '@thirty/projections/people/endpoints.ts'
import { peopleQueries, type PeopleQueriesOptions } from '@thirty/projections/people/query.ts'
import type { RunContext } from '@thirty/projections/run-context.ts'
import { fakeEventLog } from './fake-event-log.ts'
import { contextWith } from './run-context.ts'

/** The queries about people over a store, without projects and sessions unless they are given. */
export const peopleQueriesOver = (
  store: PeopleQueriesOptions['store'],
  given: Partial<PeopleQueriesOptions & Pick<RunContext, 'submissionsIndex'>> & {
    contributions?: Pick<RunContext['contributions'], 'submittedDays'>
  } = {},
) => {
  const options = {
    currentOptions: async () => defaultOptions,
    store,
    log: fakeEventLog(),
    monotonic: () => 0,
    submissionsIndex: () => ({ readModel: peopleProjection, index: 'none', userOf: (id: string) => id }),
    contributions: { submittedDays: async (ids: readonly string[]) => ids.map(() => []) },
    ...given,
  }
  const people = peopleQueries(options)
  return {
    ...people,
    list: (query: Parameters<typeof listPeople>[1]) => listPeople(contextWith({ ...options, people }), query),
  }
}
