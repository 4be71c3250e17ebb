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

const past = (event: ImageEvent): Recorded<ImageEvent> => ({
  ...event,
  at: new Date(noon).toISOString(),
  position: 1n,
  metadata: { correlation: 'spec' },
})
const uploaded = (picture = shot, use: ImageUse = 'screenshot', bytes = 1000) =>
  past({ type: 'PictureUploaded', data: { picture, bytes, use } })
const kept = past({ type: 'PictureKept', data: { picture: shot } })
const discarded = past({ type: 'PictureDiscarded', data: { picture: shot } })
const removed = past({ type: 'PictureRemoved', data: { picture: shot } })
/** Of these the day is over. */
const overFor = (pictures: readonly string[], profileImage: string | null = null, isShown = false) => ({
  profileImage,
  expired: new Map(pictures.map((picture) => [picture, { isShown }])),
})
const takeIn = (bytes: number) => (state: typeof imageHistoryFold.initial) =>
  recordUpload(state, { picture: other, bytes, use: 'screenshot' })

test('an upload is recorded', () => {
  given()
    .when(takeIn(1000))
    .then({ type: 'PictureUploaded', data: { picture: other, bytes: 1000, use: 'screenshot' } })
})

test('accepts 60 MB of images per user and refuses one more byte', () => {
  given(uploaded(), kept)
    .when((state) => takeIn(imageQuotaBytes - 1000)(state).map(({ type }) => type))
    .then('PictureUploaded')
  given(uploaded(), kept)
    .when(takeIn(imageQuotaBytes - 999))
    .thenRefused('quota-reached', 'You have used up the 60 MB for your pictures.')
  given(uploaded(other))
    .when(takeIn(imageQuotaBytes - 999))
    .thenRefused('quota-reached')
})

test('a discarded image no longer counts towards the quota', () => {
  for (const end of [[discarded], [discarded, removed]])
    given(uploaded(), ...end)
      .when((state) => takeIn(imageQuotaBytes)(state).map(({ type }) => type))
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

test('an unkept image expires from half of its lifetime on', () => {
  const after = (passed: number, ...events: readonly Recorded<ImageEvent>[]) =>
    isExpiring(events.reduce(imageHistoryFold.evolve, imageHistoryFold.initial), shot, noon + passed)
  expect(after(unusedImageLifetimeMs / 2 - 1, uploaded())).toBe(false)
  expect(after(unusedImageLifetimeMs / 2, uploaded())).toBe(true)
  expect(after(unusedImageLifetimeMs / 2, uploaded(), kept)).toBe(false)
  expect(after(unusedImageLifetimeMs / 2, uploaded(other))).toBe(false)
  expect(after(0, uploaded(), discarded)).toBe(true)
  expect(after(0, uploaded(shot, 'profile'))).toBe(true)
})

test('an image from before uploads were recorded needs no keeping', () => {
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
    .when((state) => keepOrDiscardExpired(state, overFor([])))
    .thenNothing()
  given(uploaded(), uploaded(other))
    .when((state) => keepOrDiscardExpired(state, overFor([shot])))
    .then({ type: 'PictureDiscarded', data: { picture: shot } })
})

test('keeps an image that a project shows after a day, once and forever', () => {
  given(uploaded())
    .when((state) => keepOrDiscardExpired(state, overFor([shot], null, true)))
    .then({ type: 'PictureKept', data: { picture: shot } })
  given(uploaded(), kept)
    .when((state) => keepOrDiscardExpired(state, overFor([shot])))
    .thenNothing()
})

test('keeps the current profile image only', () => {
  given(uploaded(other, 'profile'), uploaded(shot, 'profile'))
    .when((state) => keepOrDiscardExpired(state, overFor([shot, other], shot)))
    .then({ type: 'PictureDiscarded', data: { picture: other } })
  given(uploaded(shot, 'profile'))
    .when((state) => keepOrDiscardExpired(state, overFor([shot])))
    .then({ type: 'PictureDiscarded', data: { picture: shot } })
})

test('an image is discarded once, and its removal is recorded once', () => {
  given(uploaded(), discarded)
    .when((state) => keepOrDiscardExpired(state, overFor([shot])))
    .thenNothing()
  given(uploaded(), discarded)
    .when((state) => recordRemoval(state, [shot, other]))
    .then({ type: 'PictureRemoved', data: { picture: shot } })
  given(uploaded(), discarded, removed)
    .when((state) => recordRemoval(state, [shot]))
    .thenNothing()
})
