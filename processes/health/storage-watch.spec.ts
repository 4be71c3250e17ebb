import { diskLimits } from '@thirty/contracts/operations/health.ts'
import { expect, test } from 'vitest'
import { watchStorage } from './storage-watch.ts'

/** A watch of the disk of `/data`, with this much space, after its first check; `time` is its clock. */
async function checkedWatch(bavail: number) {
  const time = { now: 0 }
  const readSpace = async () => {
    if (Number.isNaN(bavail)) throw new Error('no such folder')
    return { bavail, bsize: 1 }
  }
  const watch = watchStorage('/data', () => time.now, readSpace)
  expect(watch.report()).toEqual({ freeBytes: null, refusal: null })
  await watch.check()
  return { time, watch }
}
const space = 10 * diskLimits.lowBytes
const full = 'The disk of /data is full; commands are refused.'

test.each<[string, number, object]>([
  ['with space is not a problem', space, { freeBytes: space, problem: undefined }],
  [
    'that is full is a problem before a command is refused',
    diskLimits.fullBytes - 1,
    { freeBytes: diskLimits.fullBytes - 1, problem: full },
  ],
  ['that cannot be read is unknown', NaN, { freeBytes: null, problem: undefined }],
])('a disk %s', async (_, bavail, expected) => {
  const { watch } = await checkedWatch(bavail)
  expect({ freeBytes: watch.report().freeBytes, problem: watch.problem() }).toEqual(expected)
})

test('a refused command is a problem for half a minute', async () => {
  const { time, watch } = await checkedWatch(space)
  watch.refused('Too many appends are waiting for the disk.')
  expect(watch.problem()).toBe('Commands are refused: Too many appends are waiting for the disk.')
  time.now += 30_000
  expect([watch.problem(), watch.report().refusal]).toEqual([undefined, null])
})

test('a disk that has no files of this process is unknown', async () => {
  const unused = watchStorage(undefined)
  await unused.check()
  expect(unused.report().freeBytes).toBeNull()
})
