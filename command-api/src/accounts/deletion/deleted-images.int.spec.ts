import { readdir } from 'node:fs/promises'
import { thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { accountsApp, password } from '@thirty/command-api/testing/accounts-app.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { imageCleanup } from '../../images/cleanup/image-cleanup.ts'
import { isDeleted } from '../load-account.ts'
import { pendingErasures } from './pending-erasures.ts'

const app = appForFile(accountsApp)

const leave = (token: string) => app.http.call('DELETE', '/api/auth/account', { password }, { token })

test('the profile images of a deleted account are removed at once, also those it no longer shows', async () => {
  const { id, token } = await app.signUpUser('ivo')
  const [old, current, unrecorded] = ['1', '2', '3'].map((digit) => `${digit.repeat(32)}.webp`)
  const stored = [old, current, unrecorded].map(String)
  const screenshot = `${'4'.repeat(32)}.webp`
  const event = (type: string, version: number, data: object) => ({
    id: crypto.randomUUID(),
    type,
    version,
    at: new Date(app.time.now).toISOString(),
    data,
    metadata: { correlation: 'spec' },
  })
  const uploaded = (picture: unknown, use: string) => event('PictureUploaded', 1, { picture, bytes: 1, use })
  await app.log.append(
    `pictures-${id}`,
    [uploaded(old, 'profile'), uploaded(current, 'profile'), uploaded(screenshot, 'screenshot')],
    'none',
  )
  // An image from before uploads were recorded.
  await app.log.append(`user-${id}`, [event('ProfileImageChanged', 2, { image: unrecorded })], 0)
  for (const name of [...stored, screenshot])
    for (const file of [name, thumbnailOf(name)]) await app.media.put(file, Buffer.from('image'))
  await leave(token)
  expect((await readdir(app.mediaFolder)).sort()).toEqual([thumbnailOf(screenshot), screenshot].sort())
  const removals = (await app.eventsOf(`pictures-${id}`)).slice(3)
  expect(removals.map(({ type, metadata }) => [type, metadata.actor])).toEqual([
    ['PictureDiscarded', undefined],
    ['PictureDiscarded', undefined],
    ['PictureRemoved', undefined],
    ['PictureRemoved', undefined],
  ])
})

test('the digest of a profile image goes with the last screenshot that waited at the deletion', async () => {
  const { id, token } = await app.signUpUser('isa_1')
  const upload = (picture: string, use: string) => ({
    ...app.newEvent('PictureUploaded', { picture, bytes: 1, use }),
    metadata: { actor: id, correlation: 'spec', causation: `upload:digest-of-another-${use}` },
  })
  const names = ['9', 'a'].map((digit) => `${digit.repeat(32)}.webp`)
  const [profile, screenshot] = names.map(String)
  await app.log.append(
    `pictures-${id}`,
    [upload(String(profile), 'profile'), upload(String(screenshot), 'screenshot')],
    'none',
  )
  await leave(token)
  app.time.now += 24 * 3_600_000
  const onError = (error: unknown) => expect.fail(String(error))
  const imagesInDrafts = async () => new Set<string>()
  const cleanup = {
    ...app,
    isDeleted: (user: string) => isDeleted(app.commands, user),
    imagesInDrafts,
    onError,
  }
  await imageCleanup(cleanup).pass()
  expect(await app.wholeLog()).not.toContain('digest-of-another')
})

test('images that cannot be removed now are removed by a later pass', async () => {
  const { id, token } = await app.signUpUser('ines')
  const image = `${'5'.repeat(32)}.webp`
  const data = { picture: image, bytes: 1, use: 'profile' }
  const event = { id: crypto.randomUUID(), type: 'PictureUploaded', version: 1, data }
  const at = new Date(app.time.now).toISOString()
  await app.log.append(`pictures-${id}`, [{ ...event, at, metadata: { correlation: 'spec' } }], 'none')
  await app.media.put(image, Buffer.from('image'))
  const away = async () => {
    throw new Error('The storage is away.')
  }
  const broken = await app.serve(app.log, { media: { remove: away } })
  expect((await broken.call('DELETE', '/api/auth/account', { password }, { token })).status).toBe(200)
  await broken.close()
  expect(await app.eventsOf(`user-${id}`)).not.toEqual([])
  await pendingErasures(app).pass()
  expect(await app.media.open(image)).toBeUndefined()
  expect(await app.eventsOf(`user-${id}`)).toEqual([])
})

test('an unavailable media store does not keep emails, password hash and names', async () => {
  const discarded: string[] = []
  const unavailable = async () => {
    throw new Error('The storage is away.')
  }
  const process = await app.serve(app.log, {
    mail: { ...app.mail, discard: async (to) => void discarded.push(to) },
    media: { remove: unavailable },
  })
  const { id, token } = await app.signUpUser('ike')
  await app.http.call('PUT', '/api/auth/profile', { fullName: 'Ana Example' }, { token, key: 'key-of-ike' })
  expect(await app.eventsOf(`commands-${id}`)).toHaveLength(1)
  const data = { picture: `${'7'.repeat(32)}.webp`, bytes: 1, use: 'profile' }
  await app.log.append(`pictures-${id}`, [app.newEvent('PictureUploaded', data)], 'none')
  await process.call('DELETE', '/api/auth/account', { password }, { token })
  await process.close()
  expect(discarded).toEqual(['ike@example.org'])
  for (const stream of [`commands-${id}`, `credentials-${id}`, app.names.username('ike').stream])
    expect(await app.eventsOf(stream)).toEqual([])
  // It names the images, so it stays until they are removed.
  expect(await app.eventsOf(`user-${id}`)).not.toEqual([])
  await pendingErasures(app).pass()
  expect(await app.eventsOf(`user-${id}`)).toEqual([])
})
