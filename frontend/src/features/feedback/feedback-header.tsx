// The project that the feedback is about, and its score.

import type { ReactNode } from 'react'
import { formatName, formatProjectName } from '../../shared/format/format-name.ts'
import { ProjectLinks } from '../../shared/projects/project-links.tsx'
import { StatusBadge } from '../../shared/ui/display/badge.tsx'
import { ChallengeDayBadge } from '../../shared/challenge/challenge-day-badge.tsx'
import { ReadMore } from '../../shared/ui/display/read-more.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Stars } from '../../shared/ui/rating/star-rating.tsx'
import type { Feedback } from './feedback-data.ts'
import { t } from '../../shared/i18n/t.ts'
import { formatScore } from '../../shared/format/format-figures.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './feedback-header.module.css'

type FeedbackHeaderProps = {
  feedback: Feedback
  /** Says whether the feedback is up to date. */
  pill: ReactNode
}

export const FeedbackHeader = ({ feedback, pill }: FeedbackHeaderProps) => {
  const { project } = feedback
  return (
    <header className={css.header}>
      <span className={layout.framed}>
        <Screenshot src={project.imageUrl} projectName={project.projectName} eager />
      </span>
      <div className={css.words}>
        <p className={css.marks}>
          <ChallengeDayBadge day={project.day} />
          <StatusBadge status={project.status} />
          {pill}
        </p>
        <h1 dir="auto">{formatProjectName(project.projectName)}</h1>
        <p className={css.facts}>
          {t.rich('feedback.submittedBy', {
            name: () => <strong dir="auto">{formatName(project.submittedBy)}</strong>,
            time: () => <Time at={project.submissionDate} exact="date" />,
          })}
        </p>
        <div className={words.smallText} dir="auto">
          <ReadMore text={project.description} subject={project.projectName} />
        </div>
        <p className={layout.cluster8}>
          <ProjectLinks project={project} size="small" />
        </p>
      </div>
      <Score feedback={feedback} />
    </header>
  )
}

const Score = ({ feedback: { averageRating, ratingCount } }: { feedback: Feedback }) => {
  if (ratingCount === 0) return <p className={css.unrated}>{t('common.notRatedYet')}</p>
  return (
    <div className={css.score}>
      <strong className={css.value}>{formatScore(averageRating)}</strong>
      <Stars value={averageRating} size={22} className={css.stars} />
      <span className={css.count}>{t('feedback.ratingCount', { count: ratingCount })}</span>
    </div>
  )
}
