import { expect, test } from 'vitest'
import { Fenced, type Lease, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

const long = 60_000

/** Acquires a lease that expires at once, and lets another owner acquire it after that. */
async function loseLease(store: ReadModelStore, owner: string, next: string): Promise<[Lease, Lease]> {
  const lost = await acquire(store, owner, 1)
  let acquired: Lease | undefined
  await expect.poll(async () => (acquired = await store.acquireLease(board, next, long))).toBeDefined()
  if (!acquired) throw new Error('No owner holds the lease.')
  return [lost, acquired]
}

async function acquire(store: ReadModelStore, owner: string, forMs = long): Promise<Lease> {
  const lease = await store.acquireLease(board, owner, forMs)
  if (!lease) throw new Error(`${owner} did not get the lease.`)
  return lease
}

/** Tests the contract for leases. */
export function checkLeases({ store, published }: StoreUnderTest) {
  test('one owner holds the lease at a time, and may renew it', async () => {
    const lease = await acquire(store, 'ada')
    expect(lease).toMatchObject({ readModel: board, owner: 'ada' })
    expect(await store.acquireLease(board, 'bob', long)).toBeUndefined()
    expect(await store.acquireLease(board, 'ada', long)).toEqual(lease)
    expect(await store.acquireLease({ name: 'board', version: 2 }, 'bob', long)).toMatchObject({
      owner: 'bob',
    })
  })

  test('a released lease is available at once', async () => {
    const lease = await acquire(store, 'ada')
    await store.releaseLease(lease)
    const next = await acquire(store, 'bob')
    expect(next.fence).toBeGreaterThan(lease.fence)
    await store.releaseLease(lease)
    expect(await store.acquireLease(board, 'ada', long)).toBeUndefined()
  })

  test('an owner that takes a lease over fences the other one, and keeps it', async () => {
    const build = await builtBoard(store)
    const lost = await acquire(store, 'ada')
    const taken = await store.acquireLease(board, 'bob', long, true)
    expect(taken?.fence).toBeGreaterThan(lost.fence)
    await expect(commitStep(store, build, 2n, { from: 1n, lease: lost })).rejects.toThrow(Fenced)
    expect(await store.acquireLease(board, 'ada', long)).toBeUndefined()
    expect(await store.acquireLease(board, 'bob', long, true)).toEqual(taken)
  })

  test('a stalled owner is fenced as soon as another one has the lease, even before the first commit', async () => {
    const build = await builtBoard(store, [person('a', 1)])
    const [stalled, leader] = await loseLease(store, 'ada', 'bob')
    expect(leader.fence).toBeGreaterThan(stalled.fence)
    const messages = [{ room: 'r', message: 'm', payload: 1 }]
    const late = { lease: stalled, from: 1n, upserts: [person('b', 2)], messages }
    await expect(commitStep(store, build, 2n, late)).rejects.toThrow(Fenced)
    await expect(store.beginBuild(board, stalled)).rejects.toThrow(Fenced)
    await expect(store.activate(build, stalled)).rejects.toThrow(Fenced)
    expect(await idsOf(store)).toEqual(['a'])
    await commitStep(store, build, 2n, { ...late, lease: leader })
    expect(await idsOf(store)).toEqual(['a', 'b'])
    await expect.poll(() => published).toEqual(messages)
  })

  test('a stalled owner is fenced even when it repeats its last step', async () => {
    const build = await builtBoard(store)
    const first = await acquire(store, 'ada', 1)
    await commitStep(store, build, 2n, { from: 1n, stepId: 'last', lease: first })
    await expect.poll(() => store.acquireLease(board, 'bob', long)).toBeDefined()
    await expect(commitStep(store, build, 2n, { from: 1n, stepId: 'last', lease: first })).rejects.toThrow(
      Fenced,
    )
  })

  test('an owner that acquires its expired lease again gets a new fence', async () => {
    const before = await acquire(store, 'ada', 1)
    await expect.poll(async () => (await acquire(store, 'ada', 1)).fence).toBeGreaterThan(before.fence)
  })

  test('refuses a step without a lease while a worker holds the lease, and accepts it otherwise', async () => {
    const build = await builtBoard(store, [person('a', 1)])
    const lease = await acquire(store, 'ada')
    await expect(commitStep(store, build, 2n, { from: 1n })).rejects.toThrow(Fenced)
    await expect(store.beginBuild(board)).rejects.toThrow(Fenced)
    await expect(store.activate(build)).rejects.toThrow(Fenced)
    await store.releaseLease(lease)
    await commitStep(store, build, 2n, { from: 1n, upserts: [person('b', 2)] })
    expect(await idsOf(store)).toEqual(['a', 'b'])
  })

  test('refuses commits with a released lease', async () => {
    const build = await builtBoard(store)
    const lease = await acquire(store, 'ada')
    await commitStep(store, build, 2n, { from: 1n, lease })
    await store.releaseLease(lease)
    await expect(commitStep(store, build, 3n, { from: 2n, lease })).rejects.toThrow(Fenced)
  })

  test('an owner with an expired lease may continue until another one acquires it', async () => {
    const build = await builtBoard(store)
    const lease = await acquire(store, 'ada', 1)
    await expect
      .poll(() =>
        commitStep(store, build, 1n, { from: 1n }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await commitStep(store, build, 2n, { from: 1n, lease })
    expect(await store.checkpoint(board)).toBe(2n)
  })
}
