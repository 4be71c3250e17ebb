import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withUploadedFile } from './uploaded-file.ts'

/** How many bytes the disk has room for. */
const disk = vi.hoisted(() => ({ space: Infinity, code: 'ENOSPC' }))

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof fs>()
  const createWriteStream = (path: string, options: { flags: string; mode: number }) => {
    let written = 0
    const file = original.openSync(path, options.flags, options.mode)
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        const fitting = chunk.subarray(0, Math.max(0, disk.space - written))
        written += original.writeSync(file, fitting)
        const { code } = disk
        done(fitting.length < chunk.length ? Object.assign(new Error(`${code}: write`), { code }) : null)
      },
      destroy(error, done) {
        original.closeSync(file)
        done(error)
      },
    })
  }
  return { ...original, createWriteStream }
})

async function emptyFolder(space = Infinity, code = 'ENOSPC') {
  Object.assign(disk, { space, code })
  const folder = await mkdtemp(join(tmpdir(), 'thirty-upload-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function* body() {
  for (let part = 0; part < 4; part += 1) yield Buffer.alloc(1_000, part)
}

test.each(['ENOSPC', 'EDQUOT', 'EFBIG'])(
  'a disk that is full (%s) refuses the file and keeps no part of it',
  async (code) => {
    const folder = await emptyFolder(2_500, code)
    const task = vi.fn<() => Promise<void>>()
    await expect(withUploadedFile(folder, body(), task)).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: "The server doesn't have enough disk space for this file.",
    })
    expect(task).not.toHaveBeenCalled()
    expect(await readdir(folder)).toEqual([])
  },
)

test('another error of the disk is not a refusal, and keeps nothing either', async () => {
  const folder = await emptyFolder(0, 'EIO')
  await expect(withUploadedFile(folder, body(), async () => undefined)).rejects.toThrow('EIO: write')
  expect(await readdir(folder)).toEqual([])
})

test('a stored file can be read several times, and is removed after the task', async () => {
  const folder = await emptyFolder()
  const lengths = await withUploadedFile(folder, body(), async (file) => {
    const [name = ''] = await readdir(folder)
    const stored = await readFile(join(folder, name))
    const read: number[] = [stored.length]
    for (let round = 0; round < 2; round += 1) {
      let length = 0
      for await (const chunk of file.open()) length += chunk.length
      read.push(length)
    }
    return read
  })
  expect(lengths).toEqual([4_000, 4_000, 4_000])
  expect(await readdir(folder)).toEqual([])
})
