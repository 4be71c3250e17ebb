import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import { SkeletonText } from '../../shared/ui/feedback/skeleton.tsx'
import { screenshotSizes } from './project-article.tsx'
import article from './project-article.module.css'
import css from './project-screen.module.css'

/** A project that is loading. */
export const ProjectOutline = () => (
  <div className={css.columns}>
    <div className={article.project}>
      <span className={article.picture}>
        <ScreenshotOutline sizes={screenshotSizes} />
      </span>
      <SkeletonText />
    </div>
  </div>
)
