// The search of the admin area: the field, which finds participants and projects while one types, and what it shows below. The last option and
// Enter open the list of submissions with the query in its URL.

import type {
  SearchResponse,
  FoundParticipant,
  FoundProject,
} from '@thirty/contracts/operations/search-api.ts'
import { useEffect, useId, useState } from 'react'
import { Search as SearchIcon } from 'lucide-react'
import { request } from '../../../shared/http/http.ts'
import { requestMessage } from '../../../shared/http/request-failed.ts'
import { liveData, useLast, useLiveData } from '../../../shared/live/live-data.ts'
import { announce } from '../../../shared/ui/feedback/shell-messages.tsx'
import {
  ComboFooter,
  ComboGroup,
  ComboList,
  ComboOption,
  ComboPopup,
  useComboBox,
} from '../../../shared/ui/select/combo-box.tsx'
import { useLocation, useNavigate, paths } from '../../../shared/navigation/router.ts'
import { usePageShortcut, useSingleKeyShortcuts } from '../../../shared/preferences/single-key-shortcuts.ts'
import { SearchField } from '../../../shared/ui/forms/search-field.tsx'
import { NoMatches, SkeletonMenu } from '../../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx'
import { People, PersonName, Avatar } from '../../../shared/people/people.tsx'
import { StatusBadge, KeyHint } from '../../../shared/ui/display/surfaces.tsx'
import { ChallengeDayBadge } from '../../../shared/challenge/challenge-marks.tsx'
import { Screenshot } from '../../../shared/projects/project-parts.tsx'
import { t, formatName } from '../../../shared/i18n/t.ts'
import { useAfter } from '../../../shared/ui/use-after.ts'
import css from './search-box.module.css'

type SearchBoxProps = {
  /** Focuses the field when the slash key is pressed, for the wide box of a page. Another one has the short placeholder. */
  hasSlashShortcut?: boolean
  onNavigate?: () => void
}

export const SearchBox = ({ hasSlashShortcut = false, onNavigate }: SearchBoxProps) => {
  const [id, listId] = [useId(), useId()]
  const navigate = useNavigate()
  const { pathname, search: urlQuery } = useLocation()
  /** The search in the URL of the list of submissions. A new one replaces the typed text. */
  const submittedText =
    pathname === paths.admin.submissions ? (new URLSearchParams(urlQuery).get('search') ?? '') : ''
  const [typed, setTyped] = useState({ submittedText, text: submittedText })
  const text = typed.submittedText === submittedText ? typed.text : submittedText
  const shortcutsEnabled = useSingleKeyShortcuts((store) => store.enabled)
  const [open, setOpen] = useState(false)

  const query = text.trim()
  const search = useSearch(open ? query : '')
  const shown = open && search.state !== 'idle'
  const focusField = () => document.getElementById(id)?.focus()
  usePageShortcut(hasSlashShortcut ? '/' : undefined, focusField)

  /** Opens a screen, with a new text in the field. */
  const goTo = (path: string, newText: string) => {
    setTyped({ submittedText: newText, text: newText })
    void navigate(path)
    onNavigate?.()
  }
  const searchSubmissions = (submitted: string) => {
    const parameters = submitted === '' ? '' : `?${new URLSearchParams({ search: submitted })}`
    goTo(paths.admin.submissions + parameters, submitted)
  }
  // In the order of the arrow keys. Each is named by the path of the screen that it opens.
  const ids = [
    ...search.participants.map(participantPath),
    ...search.projects.map(projectPath),
    allSubmissions,
  ]
  const box = useComboBox({
    listId,
    options: ids.map((id) => ({ id })),
    text: query,
    isShown: shown,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onChoose: (path) => {
      box.close()
      if (path === allSubmissions) searchSubmissions(query)
      else goTo(path, '')
    },
  })
  const changeQuery = (newText: string) => {
    setOpen(newText.trim() !== '')
    if (newText === '' && submittedText !== '') searchSubmissions('')
    else setTyped({ submittedText, text: newText })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the popup closes when the focus leaves the form
    <form
      role="search"
      className={css.box}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || box.close()}
      onSubmit={(event) => {
        event.preventDefault()
        box.close()
        searchSubmissions(query)
      }}
    >
      <SearchField
        id={id}
        label={t('adminShell.search')}
        placeholder={hasSlashShortcut ? undefined : t('adminShell.searchShort')}
        value={text}
        onValueChange={changeQuery}
        combobox={{ ...box.input, onClick: () => query !== '' && query !== submittedText && setOpen(true) }}
        {...(hasSlashShortcut && shortcutsEnabled && { shortcut: '/' })}
      />
      {shown && (
        <SearchPopup
          {...{ listId, query, search, box }}
          showEnterHint={hasSlashShortcut}
          onClear={() => {
            changeQuery('')
            focusField()
          }}
          onRetry={() => {
            // Retrying removes the focused button, so the focus has to move first.
            focusField()
            search.retry()
          }}
        />
      )}
    </form>
  )
}

type Results = Pick<SearchResponse, 'participants' | 'projects'> & { query: string }

const nothing: Results = { query: '', participants: [], projects: [] }

/**
 * Finds participants by name, username and email, and projects by name and participant; best matches first. Without a text there
 * is nothing to find. The same text is searched again the next time.
 */
const searchResults = liveData<Results | null, string>({
  load: async (query, signal) => {
    if (query === '') return null
    // The endpoint rejects longer queries, so only the first characters are sent. The popup has room for five of each.
    const limits = { q: query.slice(0, 100), limit: 5 }
    // Without the position of the response: that of a process that lags behind would be requested once more.
    const { participants, projects } = await request('GET', '/api/admin/search', { query: limits, signal })
    return { query, participants, projects }
  },
  isAlwaysFresh: true,
})

/** Delay between the last key press and the request. */
const debounceMs = 170
/** Delay between the request and the loading state, so that fast responses do not flicker. */
const loadingDelayMs = 150

/**
 * Searches when typing pauses, unless the query is empty. The previous results stay until the next response arrives, or
 * until it is late enough for the loading state. Outdated requests are aborted. The state is `idle` while there is nothing to show,
 * because there is no query or the request has only just been sent; results are there in the state `ready` alone.
 */
function useSearch(query: string) {
  const settledQuery = useDelayed(query, debounceMs)
  const { state, data, error, reload } = useLiveData(searchResults, settledQuery)
  const shown = useLast(data)
  const isLate = useDelayed(settledQuery !== '' && state === 'loading', loadingDelayMs)
  useEffect(() => {
    if (data) announce(formatCounts(data))
  }, [data])

  const shownState = () => {
    if (settledQuery === '') return 'idle'
    if (isLate) return 'loading'
    if (state === 'failed') return state
    return shown ? 'ready' : 'idle'
  }
  const results = (shownState() === 'ready' && shown) || nothing
  return { state: shownState(), ...results, message: requestMessage(error), retry: reload }
}

/** Returns a value once it has not changed for `delayMs` milliseconds; an empty one at once. */
function useDelayed<Value extends string | boolean>(value: Value, delayMs: number): Value {
  const [delayed, setDelayed] = useState(value)
  if (!value && delayed !== value) setDelayed(value)
  useAfter(value ? delayMs : undefined, () => setDelayed(value), value)
  return delayed
}

/** Returns the announcement for screen readers. It is empty without results: the popup says so itself. */
function formatCounts({ participants, projects }: Results): string {
  const counts = { participants: participants.length, projects: projects.length }
  if (counts.participants > 0 && counts.projects > 0) return t('adminShell.bothFound', counts)
  if (counts.participants > 0) return t('common.participantsFound', { count: counts.participants })
  return counts.projects > 0 ? t('adminShell.projectsFound', { count: counts.projects }) : ''
}

/** The id of the last option, which searches the list of submissions. */
const allSubmissions = paths.admin.submissions

/** Participants have no screen of their own yet, so the list of their submissions opens. */
const participantPath = ({ _id }: FoundParticipant) => paths.admin.participantSubmissions(_id)
const projectPath = ({ _id }: FoundProject) => paths.admin.rateProject(_id)

type SearchPopupProps = {
  listId: string
  /** The current query. The results may still belong to the previous one. */
  query: string
  search: ReturnType<typeof useSearch>
  box: Pick<ReturnType<typeof useComboBox>, 'active' | 'option'>
  /** Shows "Enter" beside the last option. */
  showEnterHint: boolean
  onClear: () => void
  onRetry: () => void
}

const SearchPopup = ({ listId, query, search, box, ...props }: SearchPopupProps) => {
  const { state, participants, projects } = search
  return (
    <ComboPopup className={css.popup}>
      {state === 'loading' && <SkeletonMenu label={t('adminShell.searching')} />}
      {state === 'failed' && (
        <ErrorState
          compact
          title={t('adminShell.searchFailed')}
          retryLabel={t('common.retry')}
          onRetry={props.onRetry}
        >
          {search.message ?? t('serverTexts.somethingWentWrong')}
        </ErrorState>
      )}
      {state === 'ready' && participants.length + projects.length === 0 && (
        <NoMatches
          compact
          title={t('adminShell.nothingMatches', { query: search.query })}
          onClear={props.onClear}
        />
      )}
      <ComboList id={listId} label={t('adminShell.found')}>
        <People of={[...participants, ...projects.map(({ user }) => user)]}>
          <ComboGroup label={t('common.participants')}>
            {participants.map((participant) => (
              <ComboOption key={participant._id} {...box.option(participantPath(participant))}>
                <ParticipantResult {...participant} />
              </ComboOption>
            ))}
          </ComboGroup>
          <ComboGroup label={t('common.projects')}>
            {projects.map((project) => (
              <ComboOption key={project._id} {...box.option(projectPath(project))}>
                <ProjectResult project={project} />
              </ComboOption>
            ))}
          </ComboGroup>
        </People>
        <ComboFooter>
          <ComboOption {...box.option(allSubmissions)}>
            <SearchIcon size={18} strokeWidth={1.9} className={css.lens} />
            <span className={css.all}>{t('adminShell.allSubmissionsThatMatch', { query })}</span>
            {props.showEnterHint && (box.active ?? allSubmissions) === allSubmissions && (
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

const ParticipantResult = ({ _id: id, fullName, username, email, profileImage }: FoundParticipant) => (
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

export const ProjectResult = ({ project }: { project: FoundProject }) => (
  <>
    {/* Hidden from screen readers: the name beside it says the same. */}
    <span className={css.picture} aria-hidden="true">
      <Screenshot project={project} />
    </span>
    <span className={css.words}>
      <span className={css.name} dir="auto">
        {formatName(project.projectName)}
      </span>
      <span className={css.known}>
        <PersonName as="span" className={css.rest} person={project.user} />
      </span>
      <span className={css.standing}>
        <ChallengeDayBadge day={project.day} short />
        <StatusBadge status={project.status} />
      </span>
    </span>
  </>
)
