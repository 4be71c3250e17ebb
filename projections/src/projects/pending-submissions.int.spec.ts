import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { projectsProjection } from './projection.ts'
import { pendingSubmissions } from './pending-submissions.ts'

const view = projectsProjection(1)
const admin = { id: userIdOf('Root'), isAdmin: true }
const at = (minute: number) => `2026-01-05T12:0${minute}:00.000Z`
const handedIn = (name: string, day: number, minute: number) =>
  projectEvents(name, day).submitted({}, at(minute))
const story = [
  personEvents('Ada').registered(),
  handedIn('Ada', 1, 1),
  handedIn('Ada', 2, 2),
  handedIn('Ada', 3, 3),
  handedIn('Bob', 1, 3),
  handedIn('Bob', 2, 4),
  projectEvents('Ada', 2).approved(),
]
const after = async (...told: GivenEvent[]) =>
  pendingSubmissions({ store: await storeAfter([view], told), readModel: view })
const idsOf = ({ waiting }: { waiting: { project: { _id: string } }[] }) =>
  waiting.map(({ project }) => project._id)

test('what waits is told with its owner, the oldest first, and counted', async () => {
  const submissions = await after(...story)
  const page = await submissions.page({ limit: 20 }, admin)
  expect(idsOf(page)).toEqual([
    projectEvents('Ada', 1).id,
    projectEvents('Ada', 3).id,
    projectEvents('Bob', 1).id,
    projectEvents('Bob', 2).id,
  ])
  expect(page.waiting[0]).toMatchObject({ project: { submittedBy: 'Ada' }, position: '20' })
  expect(page.nextCursor).toBeNull()
  expect(await submissions.count()).toBe(4)
})

test('what was rejected and revised waits from its revision on, in the place of its submission', async () => {
  const again = [projectEvents('Ada', 1).rejected(), projectEvents('Ada', 1).revised({}, at(7))]
  const submissions = await after(...story, ...again)
  const { waiting } = await submissions.page({ limit: 2 }, admin)
  expect(waiting).toMatchObject([
    { project: { _id: projectEvents('Ada', 1).id, submissionDate: at(1) }, at: at(7), position: '90' },
    { project: { _id: projectEvents('Ada', 3).id }, at: at(3), position: '40' },
  ])
  expect(await submissions.since(80n)).toBe(1)
  expect(await submissions.since(90n)).toBe(0)
})

test('a revision of what waits already is nothing new', async () => {
  const submissions = await after(...story, projectEvents('Ada', 1).revised({}, at(7)))
  expect((await submissions.page({ limit: 1 }, admin)).waiting).toMatchObject([{ at: at(1), position: '20' }])
  expect(await submissions.since(70n)).toBe(0)
})

test('the next page goes on behind what was told last, also after reviews', async () => {
  const first = await (await after(...story)).page({ limit: 2 }, admin)
  expect(idsOf(first)).toEqual([projectEvents('Ada', 1).id, projectEvents('Ada', 3).id])
  const reviewed = await after(
    ...story,
    projectEvents('Ada', 1).approved(),
    projectEvents('Ada', 3).rejected(),
  )
  const second = await reviewed.page({ limit: 2, cursor: first.nextCursor ?? '' }, admin)
  expect(idsOf(second)).toEqual([projectEvents('Bob', 1).id, projectEvents('Bob', 2).id])
  await expect(reviewed.page({ limit: 2, cursor: 'bm9uc2Vuc2U' }, admin)).rejects.toThrow('malformed')
})

test.for([1, 7, 30])('pages of %i meet each of a crowd of one millisecond once', async (limit) => {
  const crowd = ['Ada', 'Bob', 'Cat'].flatMap((name) =>
    Array.from({ length: 30 }, (_, index) => ({ name, day: index + 1 })),
  )
  const submissions = await after(...crowd.map(({ name, day }) => handedIn(name, day, 1)))
  const found: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await submissions.page({ limit, ...(cursor && { cursor }) }, admin)
    expect(page.waiting.length).toBeLessThanOrEqual(limit)
    found.push(...idsOf(page))
    cursor = page.nextCursor
  }
  expect(found).toEqual(crowd.map(({ name, day }) => projectEvents(name, day).id))
})

test('what was handed in after a position is counted', async () => {
  const submissions = await after(...story)
  expect(await submissions.since(-1n)).toBe(4)
  expect(await submissions.since(40n)).toBe(2)
  expect(await submissions.since(60n)).toBe(0)
})
