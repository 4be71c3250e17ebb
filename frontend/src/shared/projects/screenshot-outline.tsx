import { useEffect, useState } from 'react'
import { ScreenshotFrame } from '../ui/display/screenshot.tsx'
import { forgetPageImage, pageImage } from './page-image.ts'

/**
 * The screenshot of a project that is loading. The first page has the image already, in the place where the project shows it.
 * `sizes` and `ratio` are those of the screenshot of the project, so that the browser does not load another one.
 */
export const ScreenshotOutline = ({ sizes, ratio }: { sizes: string; ratio?: string }) => {
  const [image] = useState(pageImage)
  useEffect(() => forgetPageImage, [])
  return (
    <ScreenshotFrame {...(ratio && { ratio })}>
      {image && <img data-page-image="" sizes={sizes} {...image} alt={''} fetchPriority="high" />}
    </ScreenshotFrame>
  )
}
