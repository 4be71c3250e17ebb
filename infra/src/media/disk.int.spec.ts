import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskMedia } from './disk.ts'
import { mediaSpec } from '@thirty/infra/testing/media/media-port.ts'

const picture = `${'0123456789abcdef'.repeat(2)}.webp`

async function freshDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'thirty-media-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

mediaSpec('a directory', async () => {
  const { directory, remove } = await freshDirectory()
  return { media: await diskMedia(join(directory, 'media')), close: remove }
})

test('what a crash left half-written is swept away at the next start; pictures stay', async () => {
  const { directory, remove } = await freshDirectory()
  onTestFinished(remove)
  const media = await diskMedia(directory)
  await media.put(picture, new Uint8Array([1]))
  const draft = '0198c0de-0000-7000-8000-000000000000.tmp'
  for (const name of [`.${draft}`, `.${picture}.${draft}`]) await writeFile(join(directory, name), 'half')
  await diskMedia(directory)
  expect(await readdir(directory)).toEqual([picture])
})

test('pictures are readable for the owner of the process only', async () => {
  const { directory, remove } = await freshDirectory()
  onTestFinished(remove)
  const media = await diskMedia(directory)
  await media.put(picture, new Uint8Array([1, 2]))
  expect((await stat(join(directory, picture))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(directory, picture))).toEqual(Buffer.from([1, 2]))
})
