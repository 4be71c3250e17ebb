import sharp from 'sharp'
import { expect, test } from 'vitest'
import { blankPng } from '@thirty/command-api/testing/blank-png.ts'
import { convertScreenshot } from './convert-image.ts'

test('accepts sides of 12,000 pixels', async () => {
  const wide = await convertScreenshot(blankPng(12_000, 2_000))
  expect(await sharp(wide.full).metadata()).toMatchObject({ width: 2_560, height: 427 })
  const { full } = await convertScreenshot(blankPng(1, 12_000))
  expect(await sharp(full).metadata()).toMatchObject({ width: 1, height: 10_000 })
})

test('a screenshot of a whole page, 1000 × 24000, is scaled down', async () => {
  const { full } = await convertScreenshot(blankPng(1_000, 24_000))
  expect(await sharp(full).metadata()).toMatchObject({ width: 417, height: 10_000 })
})

test('a photo that lies on its side may not be wider than 12,000 pixels once it is upright', async () => {
  const lying = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal' }, limitInputPixels: false })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
  await expect(convertScreenshot(await lying(1_000, 12_001))).rejects.toMatchObject({ code: 'bad-image' })
  await expect(convertScreenshot(await lying(12_001, 1_000))).rejects.toMatchObject({ code: 'bad-image' })
  const { full } = await convertScreenshot(await lying(12_000, 1_000))
  expect(await sharp(full).metadata()).toMatchObject({ width: 645, height: 7_746 })
})
