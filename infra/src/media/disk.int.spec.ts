import { open, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diskMedia } from './disk.ts'
import { MediaUnavailable } from './media.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { imageName, mediaSpec, readImage } from '@thirty/infra/testing/media/media-port.ts'

mediaSpec('a directory', async () => diskMedia(join(await temporaryFolder(), 'media')))

test('deletes partial files of a crash at the next start and keeps the images', async () => {
  const directory = await temporaryFolder()
  const media = await diskMedia(directory)
  await media.put(imageName, new Uint8Array([1]))
  const draft = '0198c0de-0000-7000-8000-000000000000.tmp'
  for (const name of [`.${draft}`, `.${imageName}.${draft}`]) await writeFile(join(directory, name), 'half')
  await diskMedia(directory)
  expect(await readdir(directory)).toEqual([imageName])
})

test('only the owner of the process can read images', async () => {
  const directory = await temporaryFolder()
  const media = await diskMedia(directory)
  await media.put(imageName, new Uint8Array([1, 2]))
  expect((await stat(join(directory, imageName))).mode & 0o777).toBe(0o600)
  expect(await readImage(media)).toEqual(Buffer.from([1, 2]))
})

test('a full disk stores no image, and may be tried again later', async () => {
  const directory = await temporaryFolder()
  const media = await diskMedia(directory)
  await using other = await open(directory)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const flushed = vi.spyOn(Object.getPrototypeOf(other) as typeof other, 'sync').mockRejectedValueOnce(full)
  onTestFinished(() => flushed.mockRestore())
  await expect(media.put(imageName, new Uint8Array([1]))).rejects.toThrow(MediaUnavailable)
  expect(await readdir(directory)).toEqual([])
  await media.put(imageName, new Uint8Array([1]))
  expect(await readImage(media)).toEqual(Buffer.from([1]))
})

test('a file whose size cannot be read is closed', async () => {
  const directory = await temporaryFolder()
  const media = await diskMedia(directory)
  await media.put(imageName, new Uint8Array([1]))
  await using other = await open(join(directory, imageName))
  const handles = Object.getPrototypeOf(other) as typeof other
  const opened: (typeof other)[] = []
  const stats = vi.spyOn(handles, 'stat').mockImplementationOnce(function (this: typeof other) {
    opened.push(this)
    return Promise.reject(new Error('The disk failed.'))
  })
  onTestFinished(() => stats.mockRestore())
  await expect(media.open(imageName)).rejects.toThrow('The disk failed.')
  expect(opened.map(({ fd }) => fd)).toEqual([-1])
})
