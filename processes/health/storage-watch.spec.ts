import { diskLimits } from '@thirty/contracts/operations/health.ts'
import { expect, test } from 'vitest'
import { watchStorage } from './storage-watch.ts'

/** A watch of a disk whose space the test sets. */
function setUp(folder: string | undefined = '/data') {
  const state = { free: 10 * diskLimits.lowBytes, now: 0 }
  const watch = watchStorage(
    folder,
    () => state.now,
    async () => {
      if (Number.isNaN(state.free)) throw new Error('no such folder')
      return { bavail: state.free, bsize: 1 }
    },
  )
  return { state, watch }
}

test('a disk with space is not a problem', async () => {
  const { watch } = setUp()
  expect(watch.report()).toEqual({ freeBytes: null, refusal: null })
  await watch.check()
  expect(watch.report()).toEqual({ freeBytes: 10 * diskLimits.lowBytes, refusal: null })
  expect(watch.problem()).toBeUndefined()
})

test('a full disk is a problem before a command is refused', async () => {
  const { state, watch } = setUp()
  state.free = diskLimits.fullBytes - 1
  await watch.check()
  expect(watch.problem()).toBe('The disk of /data is full; commands are refused.')
})

test('a refused command is a problem for half a minute', () => {
  const { state, watch } = setUp()
  watch.refused('Too many appends are waiting for the disk.')
  expect(watch.problem()).toBe('Commands are refused: Too many appends are waiting for the disk.')
  state.now += 30_000
  expect(watch.problem()).toBeUndefined()
  expect(watch.report().refusal).toBeNull()
})

test('a disk that cannot be read, or has no files of this process, is unknown', async () => {
  const unreadable = setUp()
  unreadable.state.free = NaN
  await unreadable.watch.check()
  expect(unreadable.watch.report().freeBytes).toBeNull()
  const unused = watchStorage(undefined)
  await unused.check()
  expect(unused.report().freeBytes).toBeNull()
})
