import { Search as Lens } from 'lucide-react'
import {
  ComboFooter,
  ComboGroup,
  ComboList,
  ComboOption,
  ComboPopup,
} from '../../../shared/ui/select/combo-list.tsx'
import { KeyHint } from '../../../shared/ui/controls/key-hint.tsx'
import { SkeletonMenu } from '../../../shared/ui/feedback/skeleton.tsx'
import { ErrorState, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import type { ComboItem, useComboBox } from '../../../shared/ui/select/use-combo-box.ts'
import { ParticipantResult, ProjectResult } from './search-results.tsx'
import type { SearchState } from './use-search.ts'
import css from './search-box.module.css'

/** Where the last row leads: to the list of submissions, searched. */
const everySubmission = 'submissions'

export const participantOptionId = (id: string): string => `participant-${id}`
export const projectOptionId = (id: string): string => `project-${id}`

/** The options of the popup as the keyboard walks through them. */
export function searchOptions(search: SearchState): ComboItem[] {
  const { participants, projects } = search.state === 'ready' ? search.results : nobody
  return [
    ...participants.map(({ _id, fullName }) => ({ id: participantOptionId(_id), label: fullName })),
    ...projects.map(({ _id, projectName }) => ({ id: projectOptionId(_id), label: projectName })),
    { id: everySubmission, label: 'All submissions' },
  ]
}
const nobody = { participants: [], projects: [] }

type SearchPopupProps = {
  listId: string
  /** As they are written. What was found may still be for earlier ones. */
  words: string
  search: SearchState
  box: Pick<ReturnType<typeof useComboBox>, 'active' | 'option'>
  /** Shows which key opens the last row. */
  keyed: boolean
  onClear: () => void
  onRetry: () => void
}

export const SearchPopup = ({ listId, words, search, box, keyed, onClear, onRetry }: SearchPopupProps) => (
  <ComboPopup className={css.popup}>
    {search.state === 'loading' && <SkeletonMenu words="Searching" />}
    {search.state === 'failed' && (
      <ErrorState compact heading="h3" title="The search failed" retryLabel="Retry" onRetry={onRetry}>
        {search.message}
      </ErrorState>
    )}
    {search.state === 'ready' && isEmpty(search) && (
      <NoMatches
        compact
        heading="h3"
        title={`No participant or project matches “${search.query}”`}
        onClear={onClear}
      />
    )}
    <ComboList id={listId} label="Found">
      {search.state === 'ready' && <FoundGroups {...search.results} option={box.option} />}
      <ComboFooter>
        <ComboOption {...box.option(everySubmission)}>
          <Lens aria-hidden="true" size={18} strokeWidth={1.9} className={css.lens} />
          <span className={css.all}>All submissions that match “{words}”</span>
          {keyed && (box.active ?? everySubmission) === everySubmission && (
            <span aria-hidden="true">
              <KeyHint>Enter</KeyHint>
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
  <>
    {participants.length > 0 && (
      <ComboGroup label="Participants">
        {participants.map((participant) => (
          <ComboOption key={participant._id} {...option(participantOptionId(participant._id))}>
            <ParticipantResult participant={participant} />
          </ComboOption>
        ))}
      </ComboGroup>
    )}
    {projects.length > 0 && (
      <ComboGroup label="Projects">
        {projects.map((project) => (
          <ComboOption key={project._id} {...option(projectOptionId(project._id))}>
            <ProjectResult project={project} />
          </ComboOption>
        ))}
      </ComboGroup>
    )}
  </>
)
