import type { ImageEvent, ImageUse } from '@thirty/contracts/events/images.ts'
import { imageQuotaBytes, unusedImageLifetimeMs } from '@thirty/contracts/rules/images.ts'
import { expect, test } from 'vitest'
import type { Recorded } from '../fold.ts'
import {
  isExpiring,
  keep,
  recordRemoval,
  imageHistoryFold,
  keepOrDiscardExpired,
  recordUpload,
} from './decide.ts'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'

const { given } = deciderSpec(imageHistoryFold.initial, imageHistoryFold.evolve)

const noon = Date.parse('2026-03-02T12:00:00.000Z')
const shot = '0123456789abcdef0123456789abcdef.webp'
const other = 'fedcba9876543210fedcba9876543210.webp'

const recorded = (event: ImageEvent): Recorded<ImageEvent> => ({
  ...event,
  at: new Date(noon).toISOString(),
  position: 1n,
  metadata: { correlation: 'spec' },
})
const uploaded = (image = shot, use: ImageUse = 'screenshot', bytes = 1000) =>
  recorded({ type: 'PictureUploaded', data: { picture: image, bytes, use } })
const kept = recorded({ type: 'PictureKept', data: { picture: shot } })
const discarded = recorded({ type: 'PictureDiscarded', data: { picture: shot } })
const removed = recorded({ type: 'PictureRemoved', data: { picture: shot } })
/** Expired uploads with these images. */
const expiredUploads = (images: readonly string[], profileImage: string | null = null, isShown = false) => ({
  profileImage,
  expired: new Map(images.map((image) => [image, { isShown }])),
})
const uploading = (bytes: number) => (state: typeof imageHistoryFold.initial) =>
  recordUpload(state, { name: other, bytes, use: 'screenshot' })

test('an upload is recorded', () => {
  given()
    .when(uploading(1000))
    .then({ type: 'PictureUploaded', data: { picture: other, bytes: 1000, use: 'screenshot' } })
})

test('accepts 60 MB of images per user and refuses one more byte', () => {
  given(uploaded(), kept)
    .when((state) => uploading(imageQuotaBytes - 1000)(state).map(({ type }) => type))
    .then('PictureUploaded')
  given(uploaded(), kept)
    .when(uploading(imageQuotaBytes - 999))
    .thenRefused('quota-reached', 'You have used up the 60 MB for your pictures.')
  given(uploaded(other))
    .when(uploading(imageQuotaBytes - 999))
    .thenRefused('quota-reached')
})

test('a discarded image no longer counts towards the quota', () => {
  for (const end of [[discarded], [discarded, removed]])
    given(uploaded(), ...end)
      .when((state) => uploading(imageQuotaBytes)(state).map(({ type }) => type))
      .then('PictureUploaded')
})

test('an image that is about to be shown is kept, once', () => {
  given(uploaded())
    .when((state) => keep(state, shot))
    .then({ type: 'PictureKept', data: { picture: shot } })
  given(uploaded(), kept)
    .when((state) => keep(state, shot))
    .thenNothing()
})

test('an image that is not kept may expire after half of its lifetime', () => {
  const isExpiringAfter = (elapsedMs: number, ...events: readonly Recorded<ImageEvent>[]) =>
    isExpiring(events.reduce(imageHistoryFold.evolve, imageHistoryFold.initial), shot, noon + elapsedMs)
  expect(isExpiringAfter(unusedImageLifetimeMs / 2 - 1, uploaded())).toBe(false)
  expect(isExpiringAfter(unusedImageLifetimeMs / 2, uploaded())).toBe(true)
  expect(isExpiringAfter(unusedImageLifetimeMs / 2, uploaded(), kept)).toBe(false)
  expect(isExpiringAfter(unusedImageLifetimeMs / 2, uploaded(other))).toBe(false)
  expect(isExpiringAfter(0, uploaded(), discarded)).toBe(true)
  expect(isExpiringAfter(0, uploaded(shot, 'profile'))).toBe(true)
})

test('an image that was uploaded before uploads were recorded is not kept', () => {
  given(uploaded(other))
    .when((state) => keep(state, shot))
    .thenNothing()
})

test('refuses a discarded image and a profile image as screenshots', () => {
  for (const events of [
    [uploaded(), discarded],
    [uploaded(), discarded, removed],
    [uploaded(shot, 'profile')],
  ])
    given(...events)
      .when((state) => keep(state, shot))
      .thenRefused('invalid-fields', { errors: ['imageUrl'] })
})

test('discards an image that nothing has shown for a day, and no younger one', () => {
  given(uploaded(), uploaded(other))
    .when((state) => keepOrDiscardExpired(state, expiredUploads([])))
    .thenNothing()
  given(uploaded(), uploaded(other))
    .when((state) => keepOrDiscardExpired(state, expiredUploads([shot])))
    .then({ type: 'PictureDiscarded', data: { picture: shot } })
})

test('keeps an image that a project shows after a day, once and forever', () => {
  given(uploaded())
    .when((state) => keepOrDiscardExpired(state, expiredUploads([shot], null, true)))
    .then({ type: 'PictureKept', data: { picture: shot } })
  given(uploaded(), kept)
    .when((state) => keepOrDiscardExpired(state, expiredUploads([shot])))
    .thenNothing()
})

test('keeps the current profile image only', () => {
  given(uploaded(other, 'profile'), uploaded(shot, 'profile'))
    .when((state) => keepOrDiscardExpired(state, expiredUploads([shot, other], shot)))
    .then({ type: 'PictureDiscarded', data: { picture: other } })
  given(uploaded(shot, 'profile'))
    .when((state) => keepOrDiscardExpired(state, expiredUploads([shot])))
    .then({ type: 'PictureDiscarded', data: { picture: shot } })
})

test('an image is discarded once, and its removal is recorded once', () => {
  given(uploaded(), discarded)
    .when((state) => keepOrDiscardExpired(state, expiredUploads([shot])))
    .thenNothing()
  given(uploaded(), discarded)
    .when((state) => recordRemoval(state, [shot, other]))
    .then({ type: 'PictureRemoved', data: { picture: shot } })
  given(uploaded(), discarded, removed)
    .when((state) => recordRemoval(state, [shot]))
    .thenNothing()
})
