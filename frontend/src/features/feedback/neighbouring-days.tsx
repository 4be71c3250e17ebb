// The projects of the same participant on the days after and before, each with a link to its ratings.

import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { ArrowRight } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './neighbouring-days.module.css'

export const NeighbouringDays = ({ projects }: { projects: RatingsResponse['neighbours'] }) => {
  if (projects.length === 0) return null
  return (
    <SectionCard title={t('feedback.neighbouringDays')} padding="medium">
      <ul>
        {projects.map(({ _id, projectName, day, thumbnailUrl }) => (
          <li key={_id}>
            <Link to={paths.projectRatings(_id)} className={css.project}>
              <span className={css.picture}>
                <Screenshot src={thumbnailUrl} projectName={projectName} />
              </span>
              <span className={css.words}>
                <strong dir="auto">{formatProjectName(projectName)}</strong>
                <span className={css.day}>{t('common.day', { day })}</span>
              </span>
              <ArrowRight size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
