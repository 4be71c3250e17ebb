import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { projectsResponse, projectsQuery } from '@thirty/contracts/api/projects/projects.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  projectEvents,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { projectQueries } from './query.ts'
import { projectsProjection } from './projection.ts'

const projection = projectsProjection(firstHistory)
const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`
const admin = { id: userIdOf('Root'), isAdmin: true }
const idsOf = ({ projects }: { projects: { _id: string }[] }) => projects.map(({ _id }) => _id)

test('continues after the last project, even if others are reviewed or withdrawn between two pages', async () => {
  const projects = [1, 2, 3, 4, 5].map((day) => projectEvents('Ada', day))
  const [first, ...others] = projects
  const submitted = projects.map((project, index) => project.submitted({}, at(index + 1)))
  const approved = others.map((project) => project.approved())
  const listAfter = async (given: GivenEvent[], query: Record<string, unknown>) => {
    const { all } = projectQueries({
      store: await storeAfter([projection], given),
      readModel: projection,
      history: firstHistory,
    })
    return projectsResponse.parse(await all(projectsQuery.parse({ limit: 2, ...query }), admin))
  }
  const cases = [
    { query: { status: 'approved' }, before: [...submitted, ...approved], event: first?.approved() },
    {
      query: { status: 'approved', search: 'a' },
      before: [...submitted, ...approved],
      event: first?.approved(),
    },
    { query: {}, before: submitted, event: first?.withdrawn() },
    { query: {}, before: submitted, event: others[2]?.withdrawn() },
    { query: { status: 'submitted' }, before: submitted, event: first?.rejected() },
  ]
  for (const { query, before, event } of cases) {
    const shown = await listAfter(before, query)
    expect(idsOf(shown)).toEqual([others[3]?.id, others[2]?.id])
    const next = await listAfter(event ? [...before, event] : before, { ...query, cursor: shown.nextCursor })
    expect(idsOf(next)).toEqual([others[1]?.id, others[0]?.id])
  }
})

test('pages of projects of the same millisecond have no gaps and no repeats', async () => {
  const given = [1, 2, 3, 4, 5, 6, 7].map((day) => projectEvents('Ada', day).submitted({}, at(1)))
  const { all } = projectQueries({
    store: await storeAfter([projection], given),
    readModel: projection,
    history: firstHistory,
  })
  const days: number[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await all(projectsQuery.parse({ limit: 2, ...(cursor && { cursor }) }), admin)
    days.push(...page.projects.map(({ day }) => day))
    cursor = page.nextCursor
  }
  expect(days).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('continues after the last project of a user, even if others are reviewed between two pages', async () => {
  const projects = [1, 2, 3, 4, 5].map((day) => projectEvents('Ada', day))
  const submitted = projects.map((project, index) => project.submitted({}, at(index + 1)))
  const approved = projects.slice(1).map((project) => project.approved())
  const listAfter = async (given: GivenEvent[], cursor: string | null = null) => {
    const { ofUser } = projectQueries({
      store: await storeAfter([projection], given),
      readModel: projection,
      history: firstHistory,
    })
    const query = projectsQuery.parse({ limit: 2, status: 'approved', ...(cursor && { cursor }) })
    return ofUser(userIdOf('Ada'), query, admin)
  }
  const first = await listAfter([...submitted, ...approved])
  const approval = projectEvents('Ada', 1).approved()
  const second = await listAfter([...submitted, ...approved, approval], first.nextCursor)
  const third = await listAfter([...submitted, ...approved, approval], second.nextCursor)
  const days = [first, second, third].map((page) => page.projects.map(({ day }) => day))
  expect([days, third.nextCursor]).toEqual([[[5, 4], [3, 2], [1]], null])
})
