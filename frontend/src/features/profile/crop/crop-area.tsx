// The chosen square. One pointer moves the image, two fingers also zoom it.

import { useEffect, useRef, type PointerEvent } from 'react'
import { panned, zoomed, type CropView } from './crop-geometry.ts'
import { drawCrop } from './render-crop.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './crop.module.css'

/** Width and height of the canvas in pixels: sharp on screens with two pixels per CSS pixel. */
const canvasSize = 640

type CropAreaProps = { image: ImageBitmap; view: CropView; onViewChange: (view: CropView) => void }
type Point = { x: number; y: number }

export const CropArea = ({ image, view, onViewChange }: CropAreaProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pointers = useRef(new Map<number, Point>())
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, view)
  }, [image, view])

  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = [...pointers.current.values()]
    if (!pointers.current.has(event.pointerId)) return
    pointers.current.set(event.pointerId, pointOf(event))
    const after = [...pointers.current.values()]
    const width = event.currentTarget.getBoundingClientRect().width || 1
    const [from, to] = [middleOf(before), middleOf(after)]
    const moved = panned(image, view, { x: (to.x - from.x) / width, y: (to.y - from.y) / width })
    onViewChange(zoomed(image, moved, moved.zoom * (spreadOf(after) / spreadOf(before))))
  }
  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId)
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('profile.imagePreview')}
      width={canvasSize}
      height={canvasSize}
      className={css.area}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, pointOf(event))
      }}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
    />
  )
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** Returns the distance between two fingers; 1 for a single pointer, which never zooms. */
function spreadOf([first, second]: readonly Point[]): number {
  if (first === undefined || second === undefined) return 1
  return Math.max(1, Math.hypot(first.x - second.x, first.y - second.y))
}
