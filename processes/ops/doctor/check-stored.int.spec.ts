import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import {
  imageName,
  personEvents,
  projectEvents,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { passwordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { checkImages, checkDemo } from './check-stored.ts'
import { demoPassword } from '../../../command-api/demo/content.ts'

const [ada, ben] = [personEvents('Ada'), personEvents('Ben')]
const events = recordedEvents([
  ada.registered(),
  ben.registered(),
  projectEvents('Ada', 1).submitted({ image: imageName(1) }),
  projectEvents('Ada', 2, 2).submitted({ image: imageName(2) }),
  projectEvents('Ben', 1).submitted({ image: imageName(3) }),
  projectEvents('Ben', 1).withdrawn(),
  ada.event('ProfileImageChanged', { image: imageName(4) }),
  ben.event('ProfileImageChanged', { image: imageName(5) }),
  ben.event('ProfileImageChanged', { image: null }),
])
const log = {
  async *readAll() {
    yield events
  },
}

async function store(...images: string[]) {
  const folder = await temporaryFolder()
  for (const image of images) await writeFile(join(folder, image), 'x')
  return { folder, media: await diskMedia(folder) }
}
const both = (number: number) => [imageName(number), thumbnailOf(imageName(number))]

test('all images of projects of every run and of profiles exist, and others are counted', async () => {
  const { folder, media } = await store(...[1, 2, 3, 4, 5].flatMap(both))
  expect(await checkImages(log, media, folder)).toEqual({
    state: 'fine',
    message: 'All 3 images that projects and profiles show exist. Stored files that nothing shows: 4.',
  })
})

test('missing images and thumbnails are named with what shows them', async () => {
  const { folder, media } = await store(...both(2), imageName(4))
  const finding = await checkImages(log, media, folder)
  const message = expect.stringContaining('3 image files missing.')
  expect(finding).toMatchObject({ state: 'fault', message })
  for (const missing of [imageName(1), thumbnailOf(imageName(4))])
    expect(finding.details?.join('\n')).toContain(`shows ${missing}, which does not exist.`)
})

test('a store that cannot be read and a folder that cannot be listed are faults, not empty', async () => {
  const { folder, media } = await store(...[1, 2, 4].flatMap(both))
  const unreadable = { open: () => Promise.reject(new Error('no connection.')) }
  const file = join(folder, imageName(1))
  for (const [found, reason] of [
    [await checkImages(log, unreadable, undefined), 'no connection.'],
    [await checkImages(log, media, file), 'ENOTDIR'],
  ] as const) {
    const message = expect.stringContaining(`The images cannot be checked: ${reason}`)
    expect(found).toMatchObject({ state: 'fault', message })
  }
})

const passwords = passwordHasher()
const local = { isProduction: false, host: '127.0.0.1', publicUrl: new URL('http://localhost:3000') }

/** A log with two accounts: one has the name of the owner of the demo, the other its own name. Both have this password. */
async function logWith(password: string, more: Parameters<typeof recordedEvents>[0] = []) {
  const hash = await passwords.hash(password)
  const names = { Ines: 'ines_duarte', Ada: 'ada' }
  const events = Object.entries(names).flatMap(([person, username]) => [
    personEvents(person).registered({ username }),
    { stream: `credentials-${userIdOf(person)}`, type: 'PasswordSet' as const, data: { hash } },
  ])
  return {
    async *readAll() {
      yield recordedEvents([...events, ...more])
    },
  }
}

test.each([
  ['a warning on this machine', local, 'warning'],
  ['a fault in production', { ...local, isProduction: true }, 'fault'],
  ['a fault where others reach it', { ...local, host: '0.0.0.0' }, 'fault'],
  ['a fault under a public address', { ...local, publicUrl: new URL('https://thirty.example') }, 'fault'],
])('the published password of the demo that still works is %s', async (_, config, state) => {
  const finding = await checkDemo(await logWith(demoPassword), config, passwords)
  expect(finding).toMatchObject({ state, details: expect.arrayContaining(['ines_duarte']) })
  expect(finding?.details).not.toContain('ada')
})

test('nothing is found once the password was changed', async () => {
  expect(await checkDemo(await logWith('Another-password-7'), local, passwords)).toBeUndefined()
})

test('nothing is found once the accounts were deactivated, until one is active again', async () => {
  const { status } = personEvents('Ines')
  const [off, on] = [status('inactive'), status('active')]
  expect(await checkDemo(await logWith(demoPassword, [off]), local, passwords)).toBeUndefined()
  expect(await checkDemo(await logWith(demoPassword, [off, on]), local, passwords)).toBeDefined()
})
