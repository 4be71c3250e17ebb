import { useEffect, useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../../app/paths.ts'
import { pressedSingleKey, useSingleKeyShortcuts } from '../../../shared/preferences/single-key-shortcuts.ts'
import { SearchField } from '../../../shared/ui/forms/search-field.tsx'
import { useComboBox } from '../../../shared/ui/select/use-combo-box.ts'
import { searchOptions, participantOptionId, projectOptionId, SearchPopup } from './search-popup.tsx'
import { useSearch } from './use-search.ts'
import css from './search-box.module.css'

type SearchBoxProps = {
  /** In place of the whole name, where there is no room for it. */
  placeholder?: string
  /** Listens for the slash key. Only one box on a page may. */
  slash?: boolean
  onGo?: () => void
}

/**
 * Finds participants and projects as the admin types; what is sought among the submissions stands in the address of
 * their list.
 */
export const SearchBox = ({ placeholder, slash = false, onGo }: SearchBoxProps) => {
  const [id, listId] = [useId(), useId()]
  const { sought, text, write, goTo, searchSubmissions } = useWords(onGo)
  const keys = useSingleKeyShortcuts((store) => store.enabled)
  const [open, setOpen] = useState(false)
  useSlash(slash, id)

  const words = text.trim()
  const search = useSearch(open ? words : '')
  const shown = open && search.state !== 'quiet'
  const focusField = () => document.getElementById(id)?.focus()

  const choose = (line: string) => {
    box.close()
    const { participants, projects } =
      search.state === 'ready' ? search.results : { participants: [], projects: [] }
    const participant = participants.find(({ _id }) => participantOptionId(_id) === line)
    const project = projects.find(({ _id }) => projectOptionId(_id) === line)
    if (project) goTo(paths.admin.rateProject(project._id))
    // Until people have a screen of their own, the list of what they handed in is theirs.
    else if (participant) goTo(paths.admin.submissionsOf(participant._id))
    else searchSubmissions(words)
  }
  const box = useComboBox({
    listId,
    options: searchOptions(search),
    text: words,
    isShown: shown,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onChoose: choose,
  })
  const type = (typed: string) => {
    setOpen(typed.trim() !== '')
    if (typed === '' && sought !== '') searchSubmissions('')
    else write(typed)
  }

  return (
    // Focus that leaves field, cross and popup closes the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      role="search"
      className={css.box}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || box.close()}
      onSubmit={(event) => {
        event.preventDefault()
        box.close()
        searchSubmissions(words)
      }}
    >
      <SearchField
        id={id}
        label="Search participants and projects"
        placeholder={placeholder}
        value={text}
        onValueChange={type}
        combobox={{ ...box.input, onClick: () => words !== '' && words !== sought && setOpen(true) }}
        {...(slash && keys && { shortcut: '/' })}
      />
      {shown && (
        <SearchPopup
          {...{ listId, words, search, box }}
          keyed={slash}
          onClear={() => {
            type('')
            focusField()
          }}
          onRetry={() => {
            // The button goes, and the focus must not go with it.
            focusField()
            if (search.state === 'failed') search.retry()
          }}
        />
      )}
    </form>
  )
}

/** What is written in the box, and where it leads. */
function useWords(onGo: (() => void) | undefined) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const sought = pathname === paths.admin.submissions ? (new URLSearchParams(search).get('search') ?? '') : ''
  const [typed, setTyped] = useState({ over: sought, text: sought })
  // What was typed belongs to the address it was typed over; a new address brings its own words.
  const text = typed.over === sought ? typed.text : sought

  const go = (address: string, words: string) => {
    setTyped({ over: words, text: words })
    void navigate(address)
    onGo?.()
  }
  return {
    sought,
    text,
    write: (words: string) => setTyped({ over: sought, text: words }),
    goTo: (address: string) => go(address, ''),
    searchSubmissions: (words: string) => {
      const query = words === '' ? '' : `?${new URLSearchParams({ search: words })}`
      go(paths.admin.submissions + query, words)
    },
  }
}

function useSlash(on: boolean, id: string): void {
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      // A dialog keeps the focus inside, and so does its keyboard.
      if (pressedSingleKey(event) !== '/' || document.querySelector('[role="dialog"], [role="alertdialog"]'))
        return
      event.preventDefault()
      document.getElementById(id)?.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [on, id])
}
