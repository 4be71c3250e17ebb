import { useEffect, useState } from 'react'
import { ScreenshotFrame } from '../../shared/ui/display/screenshot.tsx'
import { SkeletonText } from '../../shared/ui/feedback/skeleton.tsx'
import { forgetPageImage, pageImage, screenshotSizes } from './page-image.ts'
import article from './project-article.module.css'
import css from './project-screen.module.css'

/** A project that is loading. The first page has its screenshot already, in the place where the project shows it. */
export const ProjectOutline = () => {
  const [image] = useState(pageImage)
  useEffect(() => forgetPageImage, [])
  return (
    <div className={css.columns}>
      <div className={article.project}>
        <span className={article.picture} data-page-image="">
          <ScreenshotFrame>
            {image && <img sizes={screenshotSizes} {...image} alt={''} fetchPriority="high" />}
          </ScreenshotFrame>
        </span>
        <SkeletonText />
      </div>
    </div>
  )
}
