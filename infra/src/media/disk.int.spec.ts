import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskMedia } from './disk.ts'
import { mediaSpec } from '@thirty/infra/testing/media/media-port.ts'

const imageName = `${'0123456789abcdef'.repeat(2)}.webp`

async function temporaryDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'thirty-media-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

mediaSpec('a directory', async () => {
  const { directory, remove } = await temporaryDirectory()
  return { media: await diskMedia(join(directory, 'media')), close: remove }
})

test('deletes partial files of a crash at the next start and keeps the images', async () => {
  const { directory, remove } = await temporaryDirectory()
  onTestFinished(remove)
  const media = await diskMedia(directory)
  await media.put(imageName, new Uint8Array([1]))
  const draft = '0198c0de-0000-7000-8000-000000000000.tmp'
  for (const name of [`.${draft}`, `.${imageName}.${draft}`]) await writeFile(join(directory, name), 'half')
  await diskMedia(directory)
  expect(await readdir(directory)).toEqual([imageName])
})

test('only the owner of the process can read images', async () => {
  const { directory, remove } = await temporaryDirectory()
  onTestFinished(remove)
  const media = await diskMedia(directory)
  await media.put(imageName, new Uint8Array([1, 2]))
  expect((await stat(join(directory, imageName))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(directory, imageName))).toEqual(Buffer.from([1, 2]))
})
