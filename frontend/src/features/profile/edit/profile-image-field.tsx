// Chooses, crops and removes the profile image. A dialog crops a square, by pointer, touch or keyboard, as `crop.ts` computes it. Nothing is
// sent before the form is saved.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { Trash2, Upload } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { t, formatNumber } from '../../../shared/i18n/t.ts'
import { Avatar } from '../../../shared/people/people.tsx'
import { Button, Spinner } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Failure } from '../../../shared/ui/display/surfaces.tsx'
import { imageFileError } from '../../../shared/ui/forms/image-file.ts'
import { initialView, maxZoom, zoomed, type CropView, panned, renderCrop, drawCrop } from './crop.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './profile-form.module.css'

/** What Save will do with the profile image. `url` shows the chosen one until then. */
export type ImageChange = { file: File; url: string } | 'removed'

type ProfileImageFieldProps = {
  user: OwnUser
  change: ImageChange | undefined
  onChange: (change: ImageChange | undefined) => void
  disabled: boolean
}

/** Larger files would stop a phone for seconds while they are decoded. The cropped image is far smaller. */
const maxFileBytes = 30 * 1024 * 1024

export const ProfileImageField = ({ user, change, onChange, disabled }: ProfileImageFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const url = change === 'removed' ? null : change?.url
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])
  const image = url === undefined ? user.profileImage : url

  const choose = (chosen: File) => {
    const problem = imageFileError(chosen, maxFileBytes, t('profile.imageTooLarge'))
    setError(problem)
    if (problem === undefined) setFile(chosen)
  }
  const remove = () => {
    setError(undefined)
    onChange(user.profileImage === null ? undefined : 'removed')
  }
  return (
    <div className={css.image} role="group" aria-label={t('profile.profileImage')}>
      <Avatar id={user._id} name={user.fullName} image={image} size={52} />
      <div className={css.imageText}>
        <strong>{t('profile.profileImage')}</strong>
        <p {...(error !== undefined && { role: 'alert', className: css.imageError })}>
          {error ?? t('profile.initialsWithoutImage')}
        </p>
      </div>
      <div className={layout.cluster8}>
        <input
          ref={input}
          type="file"
          name="profileImage"
          accept="image/*"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            if (chosen) choose(chosen)
            // Without this, choosing the same file again would fire no change event.
            event.target.value = ''
          }}
        />
        {image !== null && (
          <Button size="small" kind="quiet" icon={<Trash2 />} disabled={disabled} onClick={remove}>
            {t('profile.removeImage')}
          </Button>
        )}
        <Button size="small" icon={<Upload />} disabled={disabled} onClick={() => input.current?.click()}>
          {t('profile.chooseImage')}
        </Button>
      </div>
      {file !== undefined && (
        <CropDialog
          file={file}
          onClose={() => setFile(undefined)}
          onCropped={(cropped) => {
            setFile(undefined)
            onChange({ file: cropped, url: URL.createObjectURL(cropped) })
          }}
        />
      )}
    </div>
  )
}

/** `onCropped` is called with the square that was chosen. */
type CropDialogProps = { file: File; onCropped: (file: File) => void; onClose: () => void }

const unreadable = t('serverTexts.imageUnreadable')

const CropDialog = ({ file, onCropped, onClose }: CropDialogProps) => {
  const [image, setImage] = useState<ImageBitmap>()
  const [view, setView] = useState(initialView)
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isClosed = false
    // With the rotation that the camera has noted.
    const opening = createImageBitmap(file)
    opening.then(
      (opened) => !isClosed && setImage(opened),
      () => !isClosed && setError(unreadable),
    )
    return () => {
      isClosed = true
      void opening.then((opened) => opened.close()).catch(() => undefined)
    }
  }, [file])

  const use = async () => {
    if (image === undefined) return
    try {
      onCropped(await renderCrop(image, view))
    } catch {
      setError(unreadable)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('profile.cropImage')}
      description={t('profile.cropHint')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" disabled={image === undefined} onClick={() => void use()}>
            {t('profile.useThisImage')}
          </Button>
        </>
      }
    >
      <Failure text={error} />
      {image === undefined && error === undefined && (
        <p role="status" className={css.loading}>
          <Spinner /> {t('profile.openingImage')}
        </p>
      )}
      {image !== undefined && (
        <div className={css.crop}>
          <CropArea image={image} view={view} onViewChange={setView} />
          <div className={css.sliders}>
            {sliders.map(({ field, label, min, max }) => (
              <label key={field} className={css.slider}>
                <span>{label}</span>
                <input
                  type="range"
                  min={min}
                  max={max}
                  step={0.01}
                  value={view[field]}
                  aria-valuetext={formatNumber(view[field], { style: 'percent' })}
                  onChange={({ target: { valueAsNumber: value } }) =>
                    setView(field === 'zoom' ? zoomed(image, view, value) : { ...view, [field]: value })
                  }
                />
              </label>
            ))}
          </div>
        </div>
      )}
    </Dialog>
  )
}

const sliders = [
  { field: 'zoom', label: t('profile.zoom'), min: 1, max: maxZoom },
  { field: 'left', label: t('profile.leftToRight'), min: 0, max: 1 },
  { field: 'top', label: t('profile.topToBottom'), min: 0, max: 1 },
] as const

type Point = { x: number; y: number }

/** Width and height of the canvas in pixels: sharp on screens with two pixels per CSS pixel. */
const canvasSize = 640

type CropAreaProps = { image: ImageBitmap; view: CropView; onViewChange: (view: CropView) => void }

/** The chosen square. One pointer moves the image, two fingers also zoom it. */
const CropArea = ({ image, view, onViewChange }: CropAreaProps) => {
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
