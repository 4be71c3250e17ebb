import type { ProjectCard } from '@thirty/contracts/api/projects.ts'
import { StandingStrip, useStanding } from '../../shared/standing.tsx'
import { ordinal } from '../../shared/ordinal.ts'
import css from './standing.module.css'

/** The person's thirty days under their submission. Left out where the board cannot tell. */
export const Standing = ({ person }: { person: ProjectCard['user'] }) => {
  const standing = useStanding(person)
  if (standing.state !== 'ready' || !standing.value) return null
  const { rank, projectsSubmitted: projects } = standing.value
  const [firstName] = person.fullName.split(' ')
  return (
    <div className={css.standing}>
      <StandingStrip entry={standing.value} size="l" table={false} />
      <p className={css.words}>
        {firstName} is {ordinal(rank)} with {projects} {projects === 1 ? 'project' : 'projects'}
      </p>
    </div>
  )
}
