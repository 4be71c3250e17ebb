import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fenced, type Lease, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { commitStep, person, type StoreUnderTest } from './board.ts'

const step = fc.record({
  kind: fc.constantFrom('acquire', 'acquire', 'take over', 'release', 'write', 'write', 'unleased write'),
  owner: fc.constantFrom('ada', 'bob'),
  /** A lease that expires at once. */
  isShort: fc.boolean(),
  /** Which of the leases so far, the newest first. */
  age: fc.nat(3),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Compares the leases of a store, and which of them may write, with a simple model. */
export function checkLeases({ store, published }: StoreUnderTest) {
  test('one owner holds a lease at a time, and the latest lease alone writes, after any history', async () => {
    let expectedMessages = 0
    const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      expectedMessages += await checkHistory(store, steps)
    })
    await fc.assert(property, { numRuns: 40 })
    await expect.poll(() => published.length).toBe(expectedMessages)
  })
}

/** Takes the steps with a new read model. Returns how many messages the store had to send. */
async function checkHistory(store: ReadModelStore, steps: readonly Step[]): Promise<number> {
  const readModel = { name: `board-${randomUUID()}`, version: 1 }
  const build = await store.beginBuild(readModel)
  await store.activate(build)
  const leases: Lease[] = []
  let holder: { lease: Lease; isExpired: boolean } | undefined
  let written = 0n
  let lastStep = randomUUID()

  /** Tries every kind of write. */
  const write = async (lease: Lease | undefined, isRefused: boolean) => {
    const change = {
      ...(lease && { lease }),
      from: written - 1n,
      upserts: [person('ada', Number(written))],
      messages: [{ room: 'board', message: 'moved', payload: 0 }],
    }
    const stepId = randomUUID()
    const writes: (() => Promise<unknown>)[] = [
      () => commitStep(store, build, written, { ...change, stepId }),
      // The last step once more.
      () => commitStep(store, build, written, { ...change, stepId: isRefused ? lastStep : stepId }),
      () => store.beginBuild(readModel, lease),
      () => store.activate(build, lease),
    ]
    for (const each of writes) {
      const outcome = await each().catch((error: unknown) => error)
      expect(outcome instanceof Fenced).toBe(isRefused)
    }
    if (isRefused) return
    lastStep = stepId
    written += 1n
  }

  const isHeld = () => holder !== undefined && !holder.isExpired
  const acquire = async (owner: string, isShort: boolean, takesOver: boolean) => {
    const isOwn = isHeld() && holder?.lease.owner === owner
    const isAcquired = !isHeld() || isOwn || takesOver
    const newest = Math.max(0, ...leases.map(({ fence }) => fence))
    const lease = await store.acquireLease(readModel, owner, isShort ? 1 : 60_000, takesOver)
    const hasRightFence = lease && (isOwn ? lease.fence === holder?.lease.fence : lease.fence > newest)
    expect([lease, hasRightFence]).toMatchObject(
      isAcquired ? [{ readModel, owner }, true] : [undefined, undefined],
    )
    if (lease === undefined) return
    if (isShort) await pause(3)
    leases.push(lease)
    holder = { lease, isExpired: isShort }
  }

  for (const { kind, owner, isShort, age } of steps) {
    const earlier = leases.at(-1 - age)
    const isHolder = earlier !== undefined && holder?.lease.fence === earlier.fence
    if (kind === 'unleased write') await write(undefined, isHeld())
    else if (kind === 'write') await write(earlier, earlier === undefined ? isHeld() : !isHolder)
    else if (kind !== 'release') await acquire(owner, isShort, kind === 'take over')
    else if (earlier) {
      await store.releaseLease(earlier)
      if (isHolder) holder = undefined
    }
  }
  expect(await store.checkpoint(build)).toBe(written - 1n)
  // Each version has a lease of its own.
  expect(await store.acquireLease({ ...readModel, version: 2 }, 'eve', 60_000)).toBeDefined()
  await store.drop(readModel)
  return Number(written)
}
