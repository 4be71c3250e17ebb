// The projects of this run, newest first.

import type { ProfileProject } from '@thirty/contracts/accounts/public-profile-api.ts'
import { useState } from 'react'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { ProjectCardLink } from '../../shared/projects/project-link.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Card, SectionCard } from '../../shared/ui/display/card.tsx'
import { CountBadge, StatusBadge } from '../../shared/ui/display/badge.tsx'
import { ChallengeDayBadge } from '../../shared/challenge/challenge-day-badge.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './public-profile-screen.module.css'

/** How many projects are shown until the button shows all, so that the cards below are not far away. */
const firstCount = 6

export const ProjectsCard = ({ projects }: { projects: readonly ProfileProject[] }) => {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? projects : projects.slice(0, firstCount)
  return (
    <SectionCard
      title={t('common.projects')}
      end={projects.length > 0 && <CountBadge count={projects.length} />}
      className={layout.stack16}
    >
      {projects.length === 0 ? (
        <p className={words.pale}>{t('common.nothingSubmitted')}</p>
      ) : (
        <ul className={css.projects} aria-label={t('common.projects')}>
          {shown.map((project) => (
            <Project key={project._id} project={project} />
          ))}
        </ul>
      )}
      {shown.length < projects.length && (
        <Button className={css.more} onClick={() => setShowsAll(true)}>
          {t('publicProfile.showAll', { count: projects.length })}
        </Button>
      )}
    </SectionCard>
  )
}

const Project = ({ project }: { project: ProfileProject }) => {
  const { _id: id, projectName, day, thumbnailUrl, languages, status, averageRating, ratingCount } = project
  return (
    <Card as="li" padding="none" link className={css.project}>
      <span className={css.screenshot}>
        <Screenshot src={thumbnailUrl} projectName={projectName} />
      </span>
      <div className={css.words}>
        <p className={layout.cluster8}>
          <ChallengeDayBadge day={day} />
          <StatusBadge status={status} />
        </p>
        <h3>
          <ProjectCardLink projectId={id} dir="auto">
            {formatProjectName(projectName)}
          </ProjectCardLink>
        </h3>
        <p className={css.languages} dir="auto">
          {languages}
        </p>
        {ratingCount > 0 ? (
          <StarRating value={averageRating} count={ratingCount} size={15} />
        ) : (
          <p className={words.pale}>{t('common.notRatedYet')}</p>
        )}
      </div>
    </Card>
  )
}
