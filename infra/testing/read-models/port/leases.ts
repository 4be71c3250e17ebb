import { expect, test } from 'vitest'
import { Fenced, type Lease, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

const long = 60_000

/** Takes a lease that ends at once, and lets somebody else take it as soon as it has ended. */
async function leaseLostBy(store: ReadModelStore, owner: string, next: string): Promise<[Lease, Lease]> {
  const lost = await leading(store, owner, 1)
  let taken: Lease | undefined
  await expect.poll(async () => (taken = await store.acquireLease(board, next, long))).toBeDefined()
  if (!taken) throw new Error('Nobody leads.')
  return [lost, taken]
}

async function leading(store: ReadModelStore, owner: string, forMs = long): Promise<Lease> {
  const lease = await store.acquireLease(board, owner, forMs)
  if (!lease) throw new Error(`${owner} does not lead.`)
  return lease
}

/** What the port says about leading a view. */
export function checkLeases(shelf: () => StoreUnderTest) {
  test('one leads at a time, and renews what it has', async () => {
    const { store } = shelf()
    const lease = await leading(store, 'ada')
    expect(lease).toMatchObject({ readModel: board, owner: 'ada' })
    expect(await store.acquireLease(board, 'bob', long)).toBeUndefined()
    expect(await store.acquireLease(board, 'ada', long)).toEqual(lease)
    expect(await store.acquireLease({ name: 'board', version: 2 }, 'bob', long)).toMatchObject({
      owner: 'bob',
    })
  })

  test('a lease that is given back is free at once', async () => {
    const { store } = shelf()
    const lease = await leading(store, 'ada')
    await store.releaseLease(lease)
    const next = await leading(store, 'bob')
    expect(next.fence).toBeGreaterThan(lease.fence)
    await store.releaseLease(lease)
    expect(await store.acquireLease(board, 'ada', long)).toBeUndefined()
  })

  test('a stalled leader is fenced as soon as somebody else leads, before that one wrote anything', async () => {
    const { store, published } = shelf()
    const build = await builtBoard(store, [person('a', 1)])
    const [stalled, leader] = await leaseLostBy(store, 'ada', 'bob')
    expect(leader.fence).toBeGreaterThan(stalled.fence)
    const frames = [{ room: 'r', message: 'm', payload: 1 }]
    const late = { lease: stalled, from: 1n, upserts: [person('b', 2)], messages: frames }
    await expect(commitStep(store, build, 2n, late)).rejects.toThrow(Fenced)
    await expect(store.beginBuild(board, stalled)).rejects.toThrow(Fenced)
    await expect(store.activate(build, stalled)).rejects.toThrow(Fenced)
    expect(await idsOf(store)).toEqual(['a'])
    await commitStep(store, build, 2n, { ...late, lease: leader })
    expect(await idsOf(store)).toEqual(['a', 'b'])
    await expect.poll(() => published).toEqual(frames)
  })

  test('a stalled leader hears that it is fenced even for the step that it took last', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    const first = await leading(store, 'ada', 1)
    await commitStep(store, build, 2n, { from: 1n, stepId: 'last', lease: first })
    await expect.poll(() => store.acquireLease(board, 'bob', long)).toBeDefined()
    await expect(commitStep(store, build, 2n, { from: 1n, stepId: 'last', lease: first })).rejects.toThrow(
      Fenced,
    )
  })

  test('who takes its own lease again after its end has another fence', async () => {
    const { store } = shelf()
    const before = await leading(store, 'ada', 1)
    await expect.poll(async () => (await leading(store, 'ada', 1)).fence).toBeGreaterThan(before.fence)
  })

  test('a step without a lease is refused while somebody leads, and taken when nobody does', async () => {
    const { store } = shelf()
    const build = await builtBoard(store, [person('a', 1)])
    const lease = await leading(store, 'ada')
    await expect(commitStep(store, build, 2n, { from: 1n })).rejects.toThrow(Fenced)
    await expect(store.beginBuild(board)).rejects.toThrow(Fenced)
    await expect(store.activate(build)).rejects.toThrow(Fenced)
    await store.releaseLease(lease)
    await commitStep(store, build, 2n, { from: 1n, upserts: [person('b', 2)] })
    expect(await idsOf(store)).toEqual(['a', 'b'])
  })

  test('a lease that was given back feeds nothing any more', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    const lease = await leading(store, 'ada')
    await commitStep(store, build, 2n, { from: 1n, lease })
    await store.releaseLease(lease)
    await expect(commitStep(store, build, 3n, { from: 2n, lease })).rejects.toThrow(Fenced)
  })

  test('a leader whose lease ran out goes on as long as nobody else leads', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    const lease = await leading(store, 'ada', 1)
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
