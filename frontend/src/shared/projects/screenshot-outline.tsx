// The placeholder of the screenshot while a project is loading. The server puts the image into the first page of a visit already.

import { useEffect, useState } from 'react'
import { ScreenshotFrame } from './project-parts.tsx'

/** The attributes of the screenshot in a prerendered page. */
type PageImage = { srcSet: string; src: string }

/** Stand for the screenshot in the built page. The server fills them in, or removes the element (`infra/src/http/page-head.ts`). */
const placeholders: PageImage = { srcSet: '{{image-set}}', src: '{{image}}' }

/**
 * The screenshot that the server has put into this page; undefined without one. Read when the module is loaded: hydration must begin with
 * what the page has.
 */
let pageImage = typeof document === 'undefined' ? placeholders : readImage()

function readImage(): PageImage | undefined {
  const element = document.querySelector('[data-prerendered] img[data-page-image]')
  const src = element?.getAttribute('src')
  return src ? { srcSet: element?.getAttribute('srcset') ?? '', src } : undefined
}

/**
 * The screenshot of a project that is loading. The first page has the image already, in the place where the project shows it.
 * `sizes` and `ratio` are those of the screenshot of the project, so that the browser does not load another one.
 */
export const ScreenshotOutline = ({ sizes, ratio }: { sizes: string; ratio?: string }) => {
  const [image] = useState(pageImage)
  // Another project may be shown next.
  useEffect(() => () => void (pageImage = undefined), [])
  return (
    <ScreenshotFrame {...(ratio && { ratio })}>
      {image && <img data-page-image="" sizes={sizes} {...image} alt={''} fetchPriority="high" />}
    </ScreenshotFrame>
  )
}
