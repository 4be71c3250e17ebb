// The participants and the projects among the results of the search.

import type { FoundParticipant, FoundProject } from '@thirty/contracts/operations/search-api.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { StatusBadge } from '../../../shared/ui/display/badge.tsx'
import { ChallengeDayBadge } from '../../../shared/challenge/challenge-day-badge.tsx'
import { Screenshot } from '../../../shared/ui/display/screenshot.tsx'
import { PersonName } from '../../../shared/people/people.tsx'
import css from './search-results.module.css'

/** A participant in the results, with username and email address. */
export const ParticipantResult = ({ participant }: { participant: FoundParticipant }) => {
  const { _id: id, fullName, username, email, profileImage } = participant
  return (
    <>
      <Avatar id={id} name={fullName} image={profileImage} size={36} />
      <span className={css.words}>
        <span className={css.name} dir="auto">
          {fullName}
        </span>
        <span className={css.known}>
          {username !== null && <span className={css.username}>{`@${username}`}</span>}
          <span className={css.rest}>{email}</span>
        </span>
      </span>
    </>
  )
}

/** A project in the results, with its participant, day and status. */
export const ProjectResult = ({ project }: { project: FoundProject }) => (
  <>
    {/* Hidden from screen readers: the name beside it says the same. */}
    <span className={css.picture} aria-hidden="true">
      <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
    </span>
    <span className={css.words}>
      <span className={css.name} dir="auto">
        {formatProjectName(project.projectName)}
      </span>
      <span className={css.known}>
        <span className={css.rest} dir="auto">
          <PersonName person={project.user} />
        </span>
      </span>
      <span className={css.standing}>
        <ChallengeDayBadge day={project.day} short />
        <StatusBadge status={project.status} />
      </span>
    </span>
  </>
)
