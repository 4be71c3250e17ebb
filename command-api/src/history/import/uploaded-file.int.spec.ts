import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withUploadedFile } from './endpoints.ts'

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-upload-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A body of 4,000 bytes. With a code, storing it fails with this error of the disk after the half. */
async function* body(code?: string) {
  for (let part = 0; part < 4; part += 1) {
    if (part === 2 && code !== undefined) throw Object.assign(new Error(`${code}: write`), { code })
    yield Buffer.alloc(1_000, part)
  }
}

test.each(['ENOSPC', 'EDQUOT', 'EFBIG'])(
  'a disk that is full (%s) refuses the file and keeps no part of it',
  async (code) => {
    const folder = await emptyFolder()
    const task = vi.fn<() => Promise<void>>()
    await expect(withUploadedFile(folder, body(code), task)).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: "The server doesn't have enough disk space for this file.",
    })
    expect(task).not.toHaveBeenCalled()
    expect(await readdir(folder)).toEqual([])
  },
)

test('another error of the disk is not a refusal, and keeps nothing either', async () => {
  const folder = await emptyFolder()
  await expect(withUploadedFile(folder, body('EIO'), async () => undefined)).rejects.toThrow('EIO: write')
  expect(await readdir(folder)).toEqual([])
})

test('a stored file can be read several times, and has no name that could stay', async () => {
  const folder = await emptyFolder()
  const sent = Buffer.concat(await Array.fromAsync(body()))
  await withUploadedFile(folder, body(), async ({ open }) => {
    expect(await readdir(folder)).toEqual([])
    for (const _round of [1, 2]) expect(Buffer.concat(await Array.fromAsync(open()))).toEqual(sent)
  })
})

test('a reader of a stored file that ends early leaves the file to other readers', async () => {
  const folder = await emptyFolder()
  const sent = Buffer.concat(await Array.fromAsync(body()))
  const large = async function* () {
    for (let part = 0; part < 20; part += 1) yield* body()
  }
  const task = withUploadedFile(folder, large(), async ({ open }) => {
    for await (const piece of open()) {
      expect(piece.length).toBeLessThan(20 * sent.length)
      break
    }
    await setImmediate()
    expect(Buffer.concat(await Array.fromAsync(open()))).toHaveLength(20 * sent.length)
    for await (const _piece of open()) throw new Error('The file is damaged.')
  })
  await expect(task).rejects.toThrow('The file is damaged.')
})
