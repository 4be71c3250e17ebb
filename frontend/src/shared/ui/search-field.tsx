import { useRef } from 'react'
import { Search, X } from 'lucide-react'
import { Field } from './field.tsx'
import { KeyHint } from './key-hint.tsx'
import css from './field.module.css'

type SearchFieldProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** A key that brings the reader here, shown at the end while the field is empty. The screen listens for it. */
  shortcut?: string | undefined
  placeholder?: string | undefined
  name?: string | undefined
  id?: string | undefined
}

/** Finds as the reader types; Escape and the cross clear it. */
export const SearchField = ({
  label,
  value,
  onValueChange,
  shortcut,
  placeholder = label,
  ...rest
}: SearchFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onValueChange('')
    input.current?.focus()
  }
  return (
    <Field
      {...rest}
      ref={input}
      type="search"
      autoComplete="off"
      label={label}
      labelHidden
      icon={<Search />}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && value !== '' && clear()}
      end={<SearchEnd value={value} shortcut={shortcut} onClear={clear} />}
    />
  )
}

type SearchEndProps = { value: string; shortcut: string | undefined; onClear: () => void }

const SearchEnd = ({ value, shortcut, onClear }: SearchEndProps) => {
  if (value !== '')
    return (
      <button type="button" className={css.end} aria-label="Clear search" onClick={onClear}>
        <X aria-hidden="true" />
      </button>
    )
  if (!shortcut) return null
  return (
    <span className={css.end}>
      <KeyHint>{shortcut}</KeyHint>
    </span>
  )
}
