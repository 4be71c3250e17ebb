import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { formatFirstName } from '../../../shared/format/format-name.ts'
import { StandingStrip } from '../../../shared/leaderboard/standing-strip.tsx'
import { useStanding } from '../../../shared/leaderboard/use-standing.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './submitter-standing.module.css'

/** The thirty days of the participant. Omitted if the participant is not ranked. */
export const SubmitterStanding = ({ person }: { person: ProjectCard['user'] }) => {
  const standing = useStanding(person)
  if (!standing) return null
  const { rank, projectsSubmitted: projects } = standing
  const name = formatFirstName(person)
  return (
    <div className={css.standing}>
      <StandingStrip entry={standing} size="l" table={false} />
      <p className={css.words}>{t('adminSubmissions.standing', { name, place: rank, projects })}</p>
    </div>
  )
}
