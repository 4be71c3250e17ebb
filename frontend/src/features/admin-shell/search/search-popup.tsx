// What the search of the admin area has found, below its field.

import { Search as SearchIcon } from 'lucide-react'
import type {
  FoundParticipant,
  FoundProject,
  SearchResponse,
} from '@thirty/contracts/operations/search-api.ts'
import {
  ComboFooter,
  ComboGroup,
  ComboList,
  ComboOption,
  ComboPopup,
  type useComboBox,
} from '../../../shared/ui/select/combo-box.tsx'
import { paths } from '../../../shared/navigation/router.ts'
import { KeyHint } from '../../../shared/ui/controls/key-hint.tsx'
import { SkeletonMenu, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx'
import { People, PersonName } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { StatusBadge } from '../../../shared/ui/display/badge.tsx'
import { ChallengeDayBadge } from '../../../shared/challenge/challenge-day-badge.tsx'
import { Screenshot } from '../../../shared/ui/display/screenshot.tsx'
import type { SearchState } from './use-search.ts'
import css from './search-popup.module.css'

/** The id of the last option, which searches the list of submissions. */
const allSubmissions = 'submissions'

const participantOptionId = (id: string): string => `participant-${id}`
const projectOptionId = (id: string): string => `project-${id}`

/** Returns the options of the popup in the order of the arrow keys, with the paths of the screens that they open. */
export function searchOptions(search: SearchState): { id: string; path?: string }[] {
  const { participants, projects } = resultsOf(search)
  return [
    ...participants.map(({ _id }) => ({
      id: participantOptionId(_id),
      // Participants have no screen of their own yet, so the list of their submissions opens.
      path: paths.admin.participantSubmissions(_id),
    })),
    ...projects.map(({ _id }) => ({
      id: projectOptionId(_id),
      path: paths.admin.rateProject(_id),
    })),
    { id: allSubmissions },
  ]
}

const resultsOf = (search: SearchState): Pick<SearchResponse, 'participants' | 'projects'> =>
  search.state === 'ready' ? search.results : { participants: [], projects: [] }

type SearchPopupProps = {
  listId: string
  /** The current query. The results may still belong to the previous one. */
  query: string
  search: SearchState
  box: Pick<ReturnType<typeof useComboBox>, 'active' | 'option'>
  /** Shows "Enter" beside the last option. */
  showEnterHint: boolean
  onClear: () => void
  onRetry: () => void
}

export const SearchPopup = ({
  listId,
  query,
  search,
  box,
  showEnterHint,
  onClear,
  onRetry,
}: SearchPopupProps) => {
  const { participants, projects } = resultsOf(search)
  return (
    <ComboPopup className={css.popup}>
      {search.state === 'loading' && <SkeletonMenu label={t('adminShell.searching')} />}
      {search.state === 'failed' && (
        <ErrorState
          compact
          heading="h3"
          title={t('adminShell.searchFailed')}
          retryLabel={t('common.retry')}
          onRetry={onRetry}
        >
          {search.message}
        </ErrorState>
      )}
      {search.state === 'ready' && participants.length + projects.length === 0 && (
        <NoMatches
          compact
          heading="h3"
          title={t('adminShell.nothingMatches', { query: search.query })}
          onClear={onClear}
        />
      )}
      <ComboList id={listId} label={t('adminShell.found')}>
        <People of={[...participants, ...projects.map(({ user }) => user)]}>
          {participants.length > 0 && (
            <ComboGroup label={t('common.participants')}>
              {participants.map((participant) => (
                <ComboOption key={participant._id} {...box.option(participantOptionId(participant._id))}>
                  <ParticipantResult participant={participant} />
                </ComboOption>
              ))}
            </ComboGroup>
          )}
          {projects.length > 0 && (
            <ComboGroup label={t('common.projects')}>
              {projects.map((project) => (
                <ComboOption key={project._id} {...box.option(projectOptionId(project._id))}>
                  <ProjectResult project={project} />
                </ComboOption>
              ))}
            </ComboGroup>
          )}
        </People>
        <ComboFooter>
          <ComboOption {...box.option(allSubmissions)}>
            <SearchIcon size={18} strokeWidth={1.9} className={css.lens} />
            <span className={css.all}>{t('adminShell.allSubmissionsThatMatch', { query })}</span>
            {showEnterHint && (box.active ?? allSubmissions) === allSubmissions && (
              <span aria-hidden="true">
                <KeyHint>{t('adminShell.enterKey')}</KeyHint>
              </span>
            )}
          </ComboOption>
        </ComboFooter>
      </ComboList>
    </ComboPopup>
  )
}

/** A participant in the results, with username and email address. */
const ParticipantResult = ({ participant }: { participant: FoundParticipant }) => {
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
