import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import {
  imageName,
  personEvents,
  projectEvents,
  recordedEvents,
} from '@thirty/projections/testing/event-builders.ts'
import { expect, onTestFinished, test } from 'vitest'
import { checkImages } from './check-images.ts'

const [ada, ben] = [personEvents('Ada'), personEvents('Ben')]
const events = recordedEvents([
  ada.registered(),
  ben.registered(),
  projectEvents('Ada', 1).submitted({ image: imageName(1) }),
  projectEvents('Ada', 2, 2).submitted({ image: imageName(2) }),
  projectEvents('Ben', 1).submitted({ image: imageName(3) }),
  projectEvents('Ben', 1).withdrawn(),
  ada.event({ type: 'ProfileImageChanged', data: { image: imageName(4) } }),
  ben.event({ type: 'ProfileImageChanged', data: { image: imageName(5) } }),
  ben.event({ type: 'ProfileImageChanged', data: { image: null } }),
])
const log = {
  async *readAll() {
    yield events
  },
}

async function store(...images: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-images-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  for (const image of images) await writeFile(join(folder, image), 'x')
  return { folder, media: await diskMedia(folder) }
}
const both = (number: number) => [imageName(number), thumbnailOf(imageName(number))]

test('all images of projects of every run and of profiles exist, and others are counted', async () => {
  const { folder, media } = await store(...both(1), ...both(2), ...both(4), ...both(3), ...both(5))
  expect(await checkImages(log, media, folder)).toEqual({
    check: 'images',
    state: 'fine',
    message: 'All 3 images that projects and profiles show exist. Stored files that nothing shows: 4.',
  })
})

test('missing images and thumbnails are named with what shows them', async () => {
  const { folder, media } = await store(...both(2), imageName(4))
  const finding = await checkImages(log, media, folder)
  expect(finding).toMatchObject({
    state: 'fault',
    message: expect.stringContaining('3 image files missing.'),
  })
  expect(finding.details?.join('\n')).toContain(`shows ${imageName(1)}, which does not exist.`)
  expect(finding.details?.join('\n')).toContain(`shows ${thumbnailOf(imageName(4))}, which does not exist.`)
})

test('a store that cannot be read is a fault', async () => {
  const media = { open: () => Promise.reject(new Error('no connection.')) }
  expect(await checkImages(log, media, undefined)).toEqual({
    check: 'images',
    state: 'fault',
    message: 'The images cannot be checked: no connection.',
  })
})

test('a folder of images that cannot be listed is a fault, not empty', async () => {
  const { folder, media } = await store(...both(1), ...both(2), ...both(4))
  expect(await checkImages(log, media, join(folder, imageName(1)))).toMatchObject({
    state: 'fault',
    message: expect.stringMatching(/^The images cannot be checked: ENOTDIR/),
  })
})
