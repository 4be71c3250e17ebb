import { Search as Lens } from 'lucide-react'
import { ComboFoot, ComboGroup, ComboList, ComboOption, ComboPopup } from '../../shared/ui/combo-list.tsx'
import { KeyHint } from '../../shared/ui/key-hint.tsx'
import { SkeletonMenu } from '../../shared/ui/skeleton.tsx'
import { ErrorState, NoMatch } from '../../shared/ui/states.tsx'
import type { ComboLine, useComboBox } from '../../shared/ui/use-combo-box.ts'
import { ParticipantFound, ProjectFound } from './search-options.tsx'
import type { Search } from './use-search.ts'
import css from './search-box.module.css'

/** Where the last row leads: to the list of submissions, searched. */
const everySubmission = 'submissions'

export const participantLine = (id: string): string => `participant-${id}`
export const projectLine = (id: string): string => `project-${id}`

/** The options of the popup as the keyboard walks through them. */
export function linesOf(search: Search): ComboLine[] {
  const { participants, projects } = search.state === 'ready' ? search.found : nobody
  return [
    ...participants.map(({ _id, fullName }) => ({ id: participantLine(_id), label: fullName })),
    ...projects.map(({ _id, projectName }) => ({ id: projectLine(_id), label: projectName })),
    { id: everySubmission, label: 'All submissions' },
  ]
}
const nobody = { participants: [], projects: [] }

type SearchPopupProps = {
  listId: string
  /** As they are written. What was found may still be for earlier ones. */
  words: string
  search: Search
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
      <NoMatch
        compact
        heading="h3"
        title={`No participant or project matches “${search.words}”`}
        onClear={onClear}
      />
    )}
    <ComboList id={listId} label="Found">
      {search.state === 'ready' && <FoundGroups {...search.found} option={box.option} />}
      <ComboFoot>
        <ComboOption {...box.option(everySubmission)}>
          <Lens aria-hidden="true" size={18} strokeWidth={1.9} className={css.lens} />
          <span className={css.all}>All submissions that match “{words}”</span>
          {keyed && (box.active ?? everySubmission) === everySubmission && (
            <span aria-hidden="true">
              <KeyHint>Enter</KeyHint>
            </span>
          )}
        </ComboOption>
      </ComboFoot>
    </ComboList>
  </ComboPopup>
)

type Ready = Extract<Search, { state: 'ready' }>

const isEmpty = ({ found: { participants, projects } }: Ready): boolean =>
  participants.length + projects.length === 0

type FoundGroupsProps = Pick<Ready['found'], 'participants' | 'projects'> &
  Pick<SearchPopupProps['box'], 'option'>

const FoundGroups = ({ participants, projects, option }: FoundGroupsProps) => (
  <>
    {participants.length > 0 && (
      <ComboGroup label="Participants">
        {participants.map((participant) => (
          <ComboOption key={participant._id} {...option(participantLine(participant._id))}>
            <ParticipantFound participant={participant} />
          </ComboOption>
        ))}
      </ComboGroup>
    )}
    {projects.length > 0 && (
      <ComboGroup label="Projects">
        {projects.map((project) => (
          <ComboOption key={project._id} {...option(projectLine(project._id))}>
            <ProjectFound project={project} />
          </ComboOption>
        ))}
      </ComboGroup>
    )}
  </>
)
