import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import {
  calibrationEvent,
  conflictEvent,
  equalCriteria,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { nextToRate } from './next-to-rate.ts'
import { judgingProjection } from './projection.ts'

const readModel = judgingProjection(firstHistory)
const at = (day: number, hour: number) => new Date(Date.UTC(2026, 0, day, hour)).toISOString()
const names = ['Ada', 'Bob', 'Cleo', 'Dora'] as const
const of = (name: (typeof names)[number]) => projectEvents(name, 1)
const id = (name: (typeof names)[number]) => of(name).id

/** Ada waits since the revision of her rejected project; Bob, Cleo and Dora since their submissions. */
const given: GivenEvent[] = [
  of('Ada').submitted({}, at(4, 1)),
  of('Bob').submitted({}, at(4, 2)),
  of('Cleo').submitted({}, at(4, 3)),
  of('Dora').submitted({}, at(5, 9)),
  { ...of('Ada').rejected(), at: at(4, 2) },
  { ...of('Cleo').approved('Eve'), at: at(4, 8) },
  of('Ada').revised({}, at(5, 10)),
  of('Bob').revised({}, at(5, 11)),
]

type Query = {
  by?: string
  except?: string | undefined
  wanted?: number
  open?: readonly string[]
  /** Projects that have just gone to somebody else. */
  taken?: readonly string[]
}

const after = async (...events: GivenEvent[]) => {
  const store = await storeAfter([readModel], events)
  return ({ by = 'Root', except, wanted = 1, open: opened = [], taken = [] }: Query = {}) =>
    nextToRate(
      { store, readModel },
      {
        ofOthers: async () => new Set(opened),
        offer: async (_admin, project) => !taken.includes(project),
      },
    )({ admin: { id: userIdOf(by), session: 's1' }, except, wantedRatings: wanted })
}

test('the next project to rate has waited longest, and nobody else has it open', async () => {
  const next = await after(...given, of('Bob').rated('Root', equalCriteria(4)))
  expect(await next()).toMatchObject({ projectId: id('Cleo'), unrated: 3, open: 0 })
  expect(await next({ except: id('Cleo') })).toMatchObject({ projectId: id('Dora') })
  expect(await next({ open: [id('Cleo')] })).toMatchObject({ projectId: id('Dora'), open: 1 })
  const none = await next({ except: id('Dora'), open: [id('Cleo'), id('Ada')] })
  expect(none).toMatchObject({ projectId: null, unrated: 3, open: 2 })
})

test('the next project to rate is none once every project has as many ratings as wanted', async () => {
  const rated = names.map((name) => of(name).rated('Root', equalCriteria(1)))
  const next = await after(...given, ...rated)
  expect(await next({ by: 'Rita' })).toMatchObject({ projectId: null, unrated: 0 })
  expect(await next({ by: 'Rita', wanted: 2 })).toMatchObject({ projectId: id('Bob'), unrated: 4 })
  expect(await next({ by: 'Root', wanted: 2 })).toMatchObject({ projectId: null, unrated: 4 })
})

test('an admin who skips one project after another sees every one, but not their own', async () => {
  const next = await after(...given)
  const idsFor = async (by: string) => {
    const seen: (string | null)[] = []
    for (let count = 0; count < 5; count += 1)
      seen.push((await next({ by, except: seen.at(-1) ?? undefined })).projectId)
    return seen
  }
  expect(await idsFor('Root')).toEqual((['Bob', 'Cleo', 'Dora', 'Ada', 'Bob'] as const).map(id))
  expect(await idsFor('Bob')).toEqual((['Cleo', 'Dora', 'Ada', 'Cleo', 'Dora'] as const).map(id))
})

test('the next project to rate is the least rated one, and not one that the admin has rated', async () => {
  const rated = [
    of('Bob').rated('Root', equalCriteria(4)),
    of('Bob').rated('Rita', equalCriteria(4)),
    of('Cleo').rated('Rita', equalCriteria(2)),
    of('Dora').rated('Root', equalCriteria(2)),
  ]
  const next = await after(...given, ...rated)
  const idFor = async (by: string) => (await next({ by, wanted: 3 })).projectId
  expect(await idFor('Root')).toBe(id('Ada'))
  expect((await next({ by: 'Root', wanted: 3, except: id('Ada') })).projectId).toBe(id('Cleo'))
  expect((await next({ by: 'Rita', wanted: 3, except: id('Ada') })).projectId).toBe(id('Dora'))
  expect((await next({ by: 'Zoe', wanted: 2, except: id('Ada') })).projectId).toBe(id('Cleo'))
})

test('the next project to rate is not one of a participant with whom the admin has a conflict of interest', async () => {
  const conflict = conflictEvent('Root', 'ConflictDeclared', { participant: userIdOf('Bob') })
  const next = await after(...given, conflict)
  expect(await next()).toMatchObject({ projectId: id('Cleo') })
  expect(await next({ by: 'Rita' })).toMatchObject({ projectId: id('Bob') })
})

test('the next project to rate is another one for two admins who ask at the same time', async () => {
  const next = await after(...given)
  expect(await next({ taken: [id('Bob')] })).toMatchObject({ projectId: id('Cleo'), open: 1 })
})

test('each project is offered once, also after the end of the queue', async () => {
  const store = await storeAfter([readModel], given)
  const offered: string[] = []
  const offer = async (_admin: unknown, project: string) => {
    offered.push(project)
    return false
  }
  const next = nextToRate({ store, readModel }, { ofOthers: async () => new Set(), offer })
  await next({ admin: { id: userIdOf('Root'), session: 's1' }, except: id('Cleo'), wantedRatings: 1 })
  expect(offered).toEqual([id('Dora'), id('Ada'), id('Bob')])
})

test('the next project to rate is first a calibration project, in their order, also one that others have open', async () => {
  const chosen = (name: (typeof names)[number]) =>
    calibrationEvent('CalibrationProjectAdded', { project: id(name) })
  const rated = of('Dora').rated('Rita', equalCriteria(5))
  const next = await after(...given, chosen('Dora'), chosen('Ada'), rated)
  expect(await next()).toMatchObject({ projectId: id('Dora') })
  expect(await next({ open: [id('Dora')] })).toMatchObject({ projectId: id('Ada') })
  expect(await next({ open: [id('Dora'), id('Ada')] })).toMatchObject({ projectId: id('Dora') })
  expect(await next({ by: 'Rita' })).toMatchObject({ projectId: id('Ada') })
  expect(await next({ by: 'Rita', except: id('Ada') })).toMatchObject({ projectId: id('Bob') })
})
