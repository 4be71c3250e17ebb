import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { projectsProjection } from './projection.ts'
import { pendingSubmissions } from './query.ts'

const projection = projectsProjection(firstHistory)
const admin = { id: userIdOf('Root'), isAdmin: true }
const at = (minute: number) => `2026-01-05T12:0${minute}:00.000Z`
const submitted = (name: string, day: number, minute: number) =>
  projectEvents(name, day).submitted({}, at(minute))
const given = [
  personEvents('Ada').registered(),
  submitted('Ada', 1, 1),
  submitted('Ada', 2, 2),
  submitted('Ada', 3, 3),
  submitted('Bob', 1, 3),
  submitted('Bob', 2, 4),
  projectEvents('Ada', 2).approved(),
]
const after = async (...given: GivenEvent[]) =>
  pendingSubmissions({ store: await storeAfter([projection], given), readModel: projection })

test('lists and counts pending submissions, the oldest first, with their owners', async () => {
  const submissions = await after(...given)
  const page = await submissions.page({ limit: 20 }, admin)
  expect(page.waiting.map(({ project }) => project._id)).toEqual([
    projectEvents('Ada', 1).id,
    projectEvents('Ada', 3).id,
    projectEvents('Bob', 1).id,
    projectEvents('Bob', 2).id,
  ])
  expect(page.waiting[0]).toMatchObject({ project: { submittedBy: 'Ada' }, position: '20' })
  expect(page.nextCursor).toBeNull()
  expect(await submissions.count()).toBe(4)
})

test('the next page continues after the last submission, even if that one was reviewed', async () => {
  const idsOf = ({ waiting }: { waiting: { project: { _id: string } }[] }) =>
    waiting.map(({ project }) => project._id)
  const [ada1, ada3] = [projectEvents('Ada', 1), projectEvents('Ada', 3)]
  const first = await (await after(...given)).page({ limit: 2 }, admin)
  expect(idsOf(first)).toEqual([ada1.id, ada3.id])
  const reviewed = await after(...given, ada3.rejected())
  const second = await reviewed.page({ limit: 2, cursor: first.nextCursor ?? '' }, admin)
  expect(idsOf(second)).toEqual([projectEvents('Bob', 1).id, projectEvents('Bob', 2).id])
})

test('a revised rejected project waits since its revision, and is listed by its first submission', async () => {
  // The revision of a pending submission changes nothing.
  const revised = [projectEvents('Ada', 1).rejected(), projectEvents('Ada', 1).revised({}, at(7))]
  const submissions = await after(...given, ...revised, projectEvents('Ada', 3).revised({}, at(8)))
  const { waiting } = await submissions.page({ limit: 2 }, admin)
  expect(waiting).toMatchObject([
    {
      project: { _id: projectEvents('Ada', 1).id, submissionDate: at(1), waitingSince: at(7) },
      at: at(7),
      position: '90',
    },
    { project: { _id: projectEvents('Ada', 3).id }, at: at(3), position: '40' },
  ])
  expect(await submissions.countUnread((position) => position > 80n)).toBe(1)
  expect(await submissions.countUnread((position) => position > 90n)).toBe(0)
})
