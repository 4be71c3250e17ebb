import type { ImageEvent, ImageUse } from '@thirty/contracts/images/events.ts'
import { imageQuotaBytes, unusedImageLifetimeMs } from '@thirty/contracts/images/images.ts'
import { expect, test } from 'vitest'
import { recorded as recordedAt } from '@thirty/command-api/testing/account-events.ts'
import type { Recorded } from '../fold.ts'
import {
  areImagesSettled,
  discardProfileImages,
  keepExpiring,
  recordRemoval,
  imageHistoryFold,
  keepOrDiscardExpired,
  recordUpload,
  type ImageHistory,
} from './decide.ts'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'

const { rule } = deciderSpec(imageHistoryFold)
const historyOf = (events: readonly Recorded<ImageEvent>[]) =>
  events.reduce(imageHistoryFold.evolve, imageHistoryFold.initial)

const noon = Date.parse('2026-03-02T12:00:00.000Z')
const image = '0123456789abcdef0123456789abcdef.webp'
const otherImage = 'fedcba9876543210fedcba9876543210.webp'

const recorded = (event: ImageEvent) => recordedAt(event, new Date(noon).toISOString())
const uploaded = (name = image, use: ImageUse = 'screenshot', bytes = 1000) =>
  recorded({ type: 'PictureUploaded', data: { picture: name, bytes, use } })
const kept = recorded({ type: 'PictureKept', data: { picture: image } })
const discarded = recorded({ type: 'PictureDiscarded', data: { picture: image } })
const removed = recorded({ type: 'PictureRemoved', data: { picture: image } })
/** Keeps or discards these images, whose lifetime is over. */
const decidingOn =
  (names: readonly string[], { isShown = false } = {}) =>
  (history: ImageHistory) =>
    keepOrDiscardExpired(history, new Map(names.map((name) => [name, { isShown }])))
const uploading = (bytes: number, use: ImageUse = 'screenshot') =>
  deciding(recordUpload, { name: otherImage, bytes, use })()
const otherUploaded = (bytes: number): ImageEvent => ({
  type: 'PictureUploaded',
  data: { picture: otherImage, bytes, use: 'screenshot' },
})
const keeping =
  (elapsedMs = unusedImageLifetimeMs / 2) =>
  (history: ImageHistory) =>
    keepExpiring(history, image, noon + elapsedMs)

const of = (type: ImageEvent['type'], picture = image) => ({ type, data: { picture } }) as ImageEvent
const removing =
  (...names: string[]) =>
  (history: ImageHistory) =>
    recordRemoval(history, names)

rule(
  'accepts 60 MB of images per user and refuses one more byte; a discarded image no longer counts',
  [[], uploading(1000), [otherUploaded(1000)]],
  [[uploaded(), kept], uploading(imageQuotaBytes - 1000), [otherUploaded(imageQuotaBytes - 1000)]],
  [
    [uploaded(), kept],
    uploading(imageQuotaBytes - 999),
    refused('quota-reached', "You've used all 60 MB of your image storage."),
  ],
  [[uploaded(otherImage)], uploading(imageQuotaBytes - 999), 'quota-reached'],
  [[uploaded(image, 'profile')], uploading(imageQuotaBytes - 999, 'profile'), 'quota-reached'],
  [[uploaded(), discarded], uploading(imageQuotaBytes), [otherUploaded(imageQuotaBytes)]],
  [[uploaded(), discarded, removed], uploading(imageQuotaBytes), [otherUploaded(imageQuotaBytes)]],
)

const noScreenshot = refused('invalid-fields', { errors: ['imageUrl'] })
rule(
  'an image that is about to be shown is kept after half of its lifetime, once; refuses a discarded image and a profile image',
  [[uploaded()], keeping(), [of('PictureKept')]],
  [[uploaded()], keeping(unusedImageLifetimeMs / 2 - 1), []],
  [[uploaded(), kept], keeping(), []],
  // Uploaded before uploads were recorded.
  [[uploaded(otherImage)], keeping(), []],
  [[uploaded(), discarded], keeping(0), noScreenshot],
  [[uploaded(), discarded, removed], keeping(0), noScreenshot],
  [[uploaded(image, 'profile')], keeping(0), noScreenshot],
)

rule(
  'discards an image that nothing has shown for a day, and keeps one that a project shows, once and forever',
  [[uploaded(), uploaded(otherImage)], decidingOn([]), []],
  [[uploaded(), uploaded(otherImage)], decidingOn([image]), [of('PictureDiscarded')]],
  [[uploaded(image, 'profile')], decidingOn([image]), [of('PictureDiscarded')]],
  [[uploaded()], decidingOn([image], { isShown: true }), [of('PictureKept')]],
  [[uploaded(), kept], decidingOn([image]), []],
)

rule(
  'an image is discarded once, and its removal is recorded once',
  [[uploaded(), discarded], decidingOn([image]), []],
  [[uploaded(), discarded], removing(image, otherImage), [of('PictureRemoved')]],
  [[uploaded(), discarded, removed], removing(image), []],
)

rule(
  'the profile images of a deleted account are discarded, and screenshots and what is decided already are left',
  [[uploaded(image, 'profile'), uploaded(otherImage)], discardProfileImages, [of('PictureDiscarded')]],
  [[uploaded(image, 'profile'), discarded], discardProfileImages, []],
  [[uploaded(image, 'profile'), kept], discardProfileImages, []],
  [[], discardProfileImages, []],
)

test('images are settled once each is kept or removed for good', () => {
  const areSettled = (...events: readonly Recorded<ImageEvent>[]) => areImagesSettled(historyOf(events))
  for (const settled of [[], [uploaded(), kept], [uploaded(), discarded, removed]])
    expect(areSettled(...settled)).toBe(true)
  for (const unsettled of [[uploaded()], [uploaded(), discarded], [uploaded(), kept, uploaded(otherImage)]])
    expect(areSettled(...unsettled)).toBe(false)
})
