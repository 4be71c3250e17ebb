// Links to the guides, in the place of an illustration of the landing page.

import { BookOpen, GitBranch, Image } from 'lucide-react'
import { Link } from '../../../shared/navigation/router.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './illustrations.module.css'

const guides = [
  { icon: <BookOpen />, title: t('common.guideLiveLink'), to: paths.guide('live-link') },
  { icon: <GitBranch />, title: t('common.guideRepository'), to: paths.guide('repository') },
  { icon: <Image />, title: t('common.guideScreenshot'), to: paths.guide('screenshot') },
]

export const DocumentationIllustration = () => (
  <ul className={css.guides}>
    {guides.map(({ icon, title, to }) => (
      <li key={title}>
        <Link to={to}>
          <span aria-hidden="true">{icon}</span>
          {title}
        </Link>
      </li>
    ))}
  </ul>
)
