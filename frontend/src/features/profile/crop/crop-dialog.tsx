// Chooses a square of an image, by pointer, touch or keyboard.

import { useEffect, useState } from 'react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Failure } from '../../../shared/ui/feedback/banner.tsx'
import { Spinner } from '../../../shared/ui/feedback/spinner.tsx'
import { CropArea } from './crop-area.tsx'
import { initialView, maxZoom, zoomed, type CropView } from './crop-geometry.ts'
import { renderCrop } from './render-crop.ts'
import { t } from '../../../shared/i18n/t.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import css from './crop.module.css'

type CropDialogProps = {
  /** The chosen image. */
  file: File
  /** Called with the square that was chosen. */
  onCropped: (file: File) => void
  onClose: () => void
}

const unreadable = t('serverTexts.imageUnreadable')

export const CropDialog = ({ file, onCropped, onClose }: CropDialogProps) => {
  const [image, setImage] = useState<ImageBitmap>()
  const [view, setView] = useState(initialView)
  const [error, setError] = useState<string>()
  useEffect(() => openImage(file, setImage, () => setError(unreadable)), [file])

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
          <Sliders image={image} view={view} onViewChange={setView} />
        </div>
      )}
    </Dialog>
  )
}

/** Decodes an image with the rotation that the camera has noted. Returns a function that releases it. */
function openImage(file: File, onOpen: (image: ImageBitmap) => void, onError: () => void): () => void {
  let isClosed = false
  let opened: ImageBitmap | undefined
  createImageBitmap(file).then(
    (image) => {
      opened = image
      if (isClosed) image.close()
      else onOpen(image)
    },
    () => !isClosed && onError(),
  )
  return () => {
    isClosed = true
    opened?.close()
  }
}

type ViewProps = { image: ImageBitmap; view: CropView; onViewChange: (view: CropView) => void }

const Sliders = ({ image, view, onViewChange }: ViewProps) => (
  <div className={css.sliders}>
    <Slider
      label={t('profile.zoom')}
      min={1}
      max={maxZoom}
      value={view.zoom}
      text={formatPercent(view.zoom)}
      onChange={(zoom) => onViewChange(zoomed(image, view, zoom))}
    />
    <Slider
      label={t('profile.leftToRight')}
      min={0}
      max={1}
      value={view.left}
      text={formatPercent(view.left)}
      onChange={(left) => onViewChange({ ...view, left })}
    />
    <Slider
      label={t('profile.topToBottom')}
      min={0}
      max={1}
      value={view.top}
      text={formatPercent(view.top)}
      onChange={(top) => onViewChange({ ...view, top })}
    />
  </div>
)

const formatPercent = (share: number): string => formatNumber(share, { style: 'percent' })

type SliderProps = {
  label: string
  min: number
  max: number
  value: number
  /** The value in words. */
  text: string
  onChange: (value: number) => void
}

const Slider = ({ label, min, max, value, text, onChange }: SliderProps) => (
  <label className={css.slider}>
    <span>{label}</span>
    <input
      type="range"
      min={min}
      max={max}
      step={0.01}
      value={value}
      aria-valuetext={text}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  </label>
)
