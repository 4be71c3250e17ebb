// The screenshot of a project, or a striped placeholder if there is none or it cannot be loaded.

import { imageSet } from '@thirty/contracts/images/images.ts'
import { useState, type ReactNode } from 'react'
import { ImageOff } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import css from './screenshot.module.css'

type ScreenshotProps = {
  src?: string | null | undefined
  projectName: string
  /** Loads the image at once, for the main image of a screen; others load lazily. */
  eager?: boolean | undefined
  /** The width of the image on the page for windows of each width, as in HTML. Then narrow windows load the thumbnail. */
  sizes?: string | undefined
  /** The CSS aspect ratio, such as "16 / 10". */
  ratio?: string | undefined
}

export const Screenshot = ({ src, projectName, eager = false, sizes, ratio }: ScreenshotProps) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const isUsable = src && src !== failedSrc
  return (
    <ScreenshotFrame ratio={ratio}>
      {isUsable ? (
        <img
          {...(sizes && { srcSet: imageSet(src), sizes })}
          src={src}
          alt={t('ui.screenshotOf', { project: projectName })}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <span className={css.plate} role="img" aria-label={t('ui.noScreenshotOf', { project: projectName })}>
          <ImageOff size={18} strokeWidth={1.9} />
          <span aria-hidden="true">{t('ui.noScreenshot')}</span>
        </span>
      )}
    </ScreenshotFrame>
  )
}

/** The place of a screenshot, in its aspect ratio. */
export const ScreenshotFrame = ({
  ratio = '16 / 10',
  children,
}: Pick<ScreenshotProps, 'ratio'> & { children?: ReactNode }) => (
  <span className={css.screenshot} style={{ aspectRatio: ratio }}>
    {children}
  </span>
)
