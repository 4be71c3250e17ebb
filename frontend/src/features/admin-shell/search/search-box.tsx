// Searches participants and projects while the admin types. The last option and Enter open the list of submissions with the query in its
// URL.

import { useId, useState } from 'react'
import { useLocation, useNavigate, paths } from '../../../shared/navigation/router.ts'
import { usePageShortcut, useSingleKeyShortcuts } from '../../../shared/preferences/single-key-shortcuts.ts'
import { SearchField } from '../../../shared/ui/forms/search-field.tsx'
import { useComboBox } from '../../../shared/ui/select/combo-box.tsx'
import { allSubmissions, searchOptions, SearchPopup, useSearch } from './search-results.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './search-box.module.css'

type SearchBoxProps = {
  /** Shown instead of the label where the label is too long; default: the label. */
  placeholder?: string
  /** Focuses the field when the slash key is pressed. Set it on one box of a page only. */
  hasSlashShortcut?: boolean
  onNavigate?: () => void
}

export const SearchBox = ({ placeholder, hasSlashShortcut = false, onNavigate }: SearchBoxProps) => {
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
  const choose = (path: string) => {
    box.close()
    if (path === allSubmissions) searchSubmissions(query)
    else goTo(path, '')
  }
  const box = useComboBox({
    listId,
    options: searchOptions(search),
    text: query,
    isShown: shown,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onChoose: choose,
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
        placeholder={placeholder}
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
