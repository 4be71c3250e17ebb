import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropSquare, initialView, maxZoom, panned, zoomed, type CropView } from './crop.ts'

const wide = { width: 400, height: 200 }

test('begins with the largest square in the middle', () => {
  expect(cropSquare(wide, initialView)).toEqual({ x: 100, y: 0, size: 200 })
})

test('a drag to the right shows what is further left, up to the edge', () => {
  const moved = panned(wide, initialView, { x: 0.25, y: 0 })
  expect(cropSquare(wide, moved)).toEqual({ x: 50, y: 0, size: 200 })
  expect(cropSquare(wide, panned(wide, moved, { x: 3, y: 0 })).x).toBe(0)
})

test('zooming keeps the middle of the square', () => {
  expect(cropSquare(wide, zoomed(wide, initialView, 2))).toEqual({ x: 150, y: 50, size: 100 })
})

test('zooming out at an edge moves the square into the image', () => {
  const corner = { zoom: 4, left: 1, top: 1 }
  expect(cropSquare(wide, zoomed(wide, corner, 1))).toEqual({ x: 200, y: 0, size: 200 })
})

test('the square stays inside the image after any drag and zoom', () => {
  const size = fc.integer({ min: 1, max: 8_000 })
  const share = fc.double({ min: -3, max: 3, noNaN: true })
  const step = fc.oneof(
    fc.record({ x: share, y: share }),
    fc.record({ zoom: fc.double({ min: -1, max: maxZoom + 2, noNaN: true }) }),
  )
  fc.assert(
    fc.property(size, size, fc.array(step, { maxLength: 8 }), (width, height, steps) => {
      const image = { width, height }
      const view = steps.reduce<CropView>(
        (current, next) =>
          'zoom' in next ? zoomed(image, current, next.zoom) : panned(image, current, next),
        initialView,
      )
      const square = cropSquare(image, view)
      expect(square.x).toBeGreaterThanOrEqual(0)
      expect(square.y).toBeGreaterThanOrEqual(0)
      expect(square.x + square.size).toBeLessThanOrEqual(width + 1e-6)
      expect(square.y + square.size).toBeLessThanOrEqual(height + 1e-6)
      expect(square.size).toBeGreaterThan(0)
    }),
  )
})
