import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { formatFirstName } from '../../shared/format/format-name.ts'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { useStanding } from '../../shared/leaderboard/use-standing.ts'
import { Card } from '../../shared/ui/display/card.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './participant-progress.module.css'

/** The thirty days of the project's owner. Omitted if the owner is not ranked. */
export const ParticipantProgress = ({ person }: { person: ProjectCard['user'] }) => {
  const standing = useStanding(person)
  if (!standing) return null
  const { rank, projectsSubmitted: projects, projectQuality } = standing
  const name = formatFirstName(person)
  return (
    <Card as="section" padding="medium" className={css.card}>
      <p className={css.line}>
        <strong>{t('adminRating.soFar', { name })}</strong>
        <span>
          {t('adminRating.standing', { place: rank, projects, quality: Math.round(projectQuality) })}
        </span>
      </p>
      <StandingStrip entry={standing} size="xl" />
    </Card>
  )
}
