import { useEffect, useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { singleKey, useSingleKeys } from '../../shared/single-keys.ts'
import { SearchField } from '../../shared/ui/search-field.tsx'

type SearchBoxProps = {
  /** Listens for the slash key. Only one box on a page may. */
  slash?: boolean
  onGo?: () => void
}

/** Searches the submissions. What is sought stands in the address of the list. */
export const SearchBox = ({ slash = false, onGo }: SearchBoxProps) => {
  const id = useId()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const sought = pathname === paths.admin.submissions ? (new URLSearchParams(search).get('search') ?? '') : ''
  const [typed, setTyped] = useState({ over: sought, text: sought })
  // What was typed belongs to the address it was typed over; a new address brings its own words.
  const text = typed.over === sought ? typed.text : sought
  const keys = useSingleKeys((store) => store.on)
  useSlash(slash, id)

  const go = (words: string) => {
    setTyped({ over: words, text: words })
    const query = words === '' ? '' : `?${new URLSearchParams({ search: words })}`
    void navigate(paths.admin.submissions + query)
    onGo?.()
  }
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        go(text.trim())
      }}
    >
      <SearchField
        id={id}
        label="Search submissions"
        value={text}
        onValueChange={(words) => {
          if (words === '' && sought !== '') go('')
          else setTyped({ over: sought, text: words })
        }}
        {...(slash && keys && { shortcut: '/' })}
      />
    </form>
  )
}

function useSlash(on: boolean, id: string): void {
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      // A dialog keeps the focus inside, and so does its keyboard.
      if (singleKey(event) !== '/' || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      document.getElementById(id)?.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [on, id])
}
