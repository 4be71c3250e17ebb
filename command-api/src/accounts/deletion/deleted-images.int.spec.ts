import { readdir } from 'node:fs/promises'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { imageCleanup } from '../../images/cleanup/image-cleanup.ts'
import { isDeleted } from '../account.ts'
import { pendingErasures } from './delete-account.ts'

const app = appForFile(commandApp)

const imageOf = (digit: string) => `${digit.repeat(32)}.webp`
const upload = (picture: string, use = 'profile', causation?: string) => ({
  ...app.newEvent('PictureUploaded', { picture, bytes: 1, use }),
  metadata: { correlation: 'spec', ...(causation !== undefined && { causation }) },
})
const append = (id: string, ...uploads: ReturnType<typeof upload>[]) =>
  app.log.append(`pictures-${id}`, uploads, 'none')

test('the profile images of a deleted account are removed at once, also those it no longer shows', async () => {
  const { id, token } = await app.signUpUser('ivo')
  const stored = ['1', '2', '3'].map(imageOf)
  const [old = '', current = '', unrecorded = ''] = stored
  const screenshot = imageOf('4')
  await append(id, upload(old), upload(current), upload(screenshot, 'screenshot'))
  // An image from before uploads were recorded.
  const changed = { ...app.newEvent('ProfileImageChanged', { image: unrecorded }), version: 2 }
  await app.log.append(`user-${id}`, [changed], 0)
  for (const name of [...stored, screenshot])
    for (const file of [name, thumbnailOf(name)]) await app.media.put(file, Buffer.from('image'))
  await app.http.leave(token)
  expect((await readdir(app.mediaFolder)).sort()).toEqual([thumbnailOf(screenshot), screenshot].sort())
  const removals = (await app.eventsOf(`pictures-${id}`)).slice(3)
  expect(removals.map(({ type, metadata }) => [type, metadata.actor])).toEqual([
    ['PictureDiscarded', undefined],
    ['PictureDiscarded', undefined],
    ['PictureRemoved', undefined],
    ['PictureRemoved', undefined],
  ])
})

test('the digests of profile images go with the account, if no screenshot waits', async () => {
  const { id, token } = await app.signUpUser('ira_1')
  await append(id, upload(imageOf('b'), 'profile', 'upload:digest-of-a-face'))
  await app.http.leave(token)
  expect(await app.wholeLog()).not.toContain('digest-of-a-face')
})

test('the digest of a profile image goes with the last screenshot that waited at the deletion', async () => {
  const { id, token } = await app.signUpUser('isa_1')
  await append(
    id,
    upload(imageOf('9'), 'profile', 'upload:digest-of-another-profile'),
    upload(imageOf('a'), 'screenshot', 'upload:digest-of-another-screenshot'),
  )
  await app.http.leave(token)
  app.time.now += 24 * 3_600_000
  const cleanup = imageCleanup({
    ...app,
    isDeleted: (user) => isDeleted(app.commands, user),
    loadProfileImage: async () => null,
    imagesInDrafts: async () => new Set<string>(),
    onError: (error) => expect.fail(String(error)),
  })
  await cleanup.pass()
  expect(await app.wholeLog()).not.toContain('digest-of-another')
})

test('an unavailable media store does not keep emails, password hash and names', async () => {
  const discarded: string[] = []
  const said: unknown[] = []
  const away = new Error('The storage is away.')
  const process = await app.serve(app.log, {
    warn: (message, error) => void said.push(message, error),
    retryErasures: () => void said.push('retried'),
    mail: { ...app.mail, discard: async (to) => void discarded.push(to) },
    media: { ...app.media, remove: () => Promise.reject(away) },
  })
  const { id, token } = await app.signUpUser('ike')
  await app.http.changeProfile(token, { fullName: 'Ana Example' }, 'key-of-ike')
  expect(await app.eventsOf(`commands-${id}`)).toHaveLength(1)
  const image = imageOf('7')
  await append(id, upload(image))
  await app.media.put(image, Buffer.from('image'))
  expect((await process.leave(token)).status).toBe(200)
  expect(said).toEqual([expect.stringContaining('was not erased completely'), away, 'retried'])
  expect(discarded).toEqual(['ike@example.org'])
  for (const stream of [`commands-${id}`, `credentials-${id}`, app.names.username('ike').stream])
    expect(await app.eventsOf(stream)).toEqual([])
  // It names the images, so it stays until they are removed.
  expect(await app.eventsOf(`user-${id}`)).not.toEqual([])
  await pendingErasures(app).pass()
  expect(await app.media.open(image)).toBeUndefined()
  expect(await app.eventsOf(`user-${id}`)).toEqual([])
})
