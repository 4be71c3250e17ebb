import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonForm, SkeletonProjectHead, SkeletonText } from '../../shared/ui/feedback/skeleton.tsx'
import { BackToProjects } from './back-to-projects.tsx'
import { screenshotSizes } from './project-details.tsx'
import { t } from '../../shared/i18n/t.ts'
import details from './project-details.module.css'
import css from './rating-layout.module.css'

/** The screen of a rating whose project is loading: what it shows later, in the same places. */
export const RatingOutline = ({ backPath }: { backPath: string }) => (
  <div className={css.columns}>
    <h1 className={hidden.visuallyHidden}>{t('adminRating.rateProject')}</h1>
    <div className={css.back}>
      <BackToProjects path={backPath} />
    </div>
    <div className={details.project}>
      <SkeletonProjectHead />
      <span className={details.picture}>
        <ScreenshotOutline sizes={screenshotSizes} />
      </span>
      <SkeletonText />
    </div>
    <Card className={css.rating}>
      <SkeletonForm fields={5} />
    </Card>
  </div>
)
