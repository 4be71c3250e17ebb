// What the search of the admin area has found, below its field.

import { Search as SearchIcon } from 'lucide-react'
import {
  ComboFooter,
  ComboGroup,
  ComboList,
  ComboOption,
  ComboPopup,
  type useComboBox,
} from '../../../shared/ui/select/combo-box.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { KeyHint } from '../../../shared/ui/controls/key-hint.tsx'
import { SkeletonMenu } from '../../../shared/ui/feedback/skeleton.tsx'
import { ErrorState, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { ParticipantResult, ProjectResult } from './search-results.tsx'
import type { SearchState } from './use-search.ts'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './search-box.module.css'

/** The id of the last option, which searches the list of submissions. */
const allSubmissions = 'submissions'

const participantOptionId = (id: string): string => `participant-${id}`
const projectOptionId = (id: string): string => `project-${id}`

/** Returns the options of the popup in the order of the arrow keys, with the paths of the screens that they open. */
export function searchOptions(search: SearchState): { id: string; path?: string }[] {
  const { participants, projects } = search.state === 'ready' ? search.results : noResults
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
const noResults = { participants: [], projects: [] }

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
}: SearchPopupProps) => (
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
    {search.state === 'ready' && isEmpty(search) && (
      <NoMatches
        compact
        heading="h3"
        title={t('adminShell.nothingMatches', { query: search.query })}
        onClear={onClear}
      />
    )}
    <ComboList id={listId} label={t('adminShell.found')}>
      {search.state === 'ready' && <FoundGroups {...search.results} option={box.option} />}
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

type Ready = Extract<SearchState, { state: 'ready' }>

const isEmpty = ({ results: { participants, projects } }: Ready): boolean =>
  participants.length + projects.length === 0

type FoundGroupsProps = Pick<Ready['results'], 'participants' | 'projects'> &
  Pick<SearchPopupProps['box'], 'option'>

const FoundGroups = ({ participants, projects, option }: FoundGroupsProps) => (
  <People of={[...participants, ...projects.map(({ user }) => user)]}>
    {participants.length > 0 && (
      <ComboGroup label={t('common.participants')}>
        {participants.map((participant) => (
          <ComboOption key={participant._id} {...option(participantOptionId(participant._id))}>
            <ParticipantResult participant={participant} />
          </ComboOption>
        ))}
      </ComboGroup>
    )}
    {projects.length > 0 && (
      <ComboGroup label={t('common.projects')}>
        {projects.map((project) => (
          <ComboOption key={project._id} {...option(projectOptionId(project._id))}>
            <ProjectResult project={project} />
          </ComboOption>
        ))}
      </ComboGroup>
    )}
  </People>
)
