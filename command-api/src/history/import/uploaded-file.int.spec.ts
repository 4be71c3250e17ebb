import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withUploadedFile } from './uploaded-file.ts'

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

test('a stored file can be read several times, and is removed after the task', async () => {
  const folder = await emptyFolder()
  await withUploadedFile(folder, body(), async ({ open }) => {
    const [name = ''] = await readdir(folder)
    const stored = await readFile(join(folder, name))
    expect(stored).toHaveLength(4_000)
    for (const _round of [1, 2]) expect(Buffer.concat(await Array.fromAsync(open()))).toEqual(stored)
  })
  expect(await readdir(folder)).toEqual([])
})

test('files of processes that ended during an import are removed after six hours, and no others', async () => {
  const folder = await emptyFolder()
  const leave = async (name: string, hours: number) => {
    const at = new Date(Date.now() - hours * 3_600_000)
    await writeFile(join(folder, name), 'half a file')
    await utimes(join(folder, name), at, at)
  }
  const newUpload = () => `.import.${crypto.randomUUID()}.tmp`
  const [abandoned, underWay] = [newUpload(), newUpload()]
  await leave(abandoned, 6.1)
  await leave(underWay, 5.9)
  await leave('backup.tmp', 7)
  await withUploadedFile(folder, body(), async () => undefined)
  expect((await readdir(folder)).toSorted()).toEqual([underWay, 'backup.tmp'])
})
