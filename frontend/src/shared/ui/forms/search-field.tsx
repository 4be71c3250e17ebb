import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { Search, X } from 'lucide-react'
import { Field } from './field.tsx'
import { KeyHint } from '../controls/key-hint.tsx'
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
  /** Makes it a combobox: what the field says of its list, and what it does with keys before the search has them. */
  combobox?: ComponentProps<'input'> | undefined
}

/** Finds as the reader types; Escape and the cross clear it. */
export const SearchField = ({
  label,
  value,
  onValueChange,
  shortcut,
  placeholder = label,
  combobox,
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
      {...combobox}
      ref={input}
      // A field of type search may not be a combobox (ARIA in HTML); phones still label their key so.
      type={combobox ? 'text' : 'search'}
      enterKeyHint="search"
      autoComplete="off"
      label={label}
      labelHidden
      icon={<Search />}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      // A dialog round it is not closed by the Escape that clears it.
      data-keeps-escape={value !== '' || undefined}
      onKeyDown={(event) => {
        const closesList = combobox?.['aria-expanded'] === true
        combobox?.onKeyDown?.(event)
        if (event.key === 'Escape' && value !== '' && !closesList) clear()
      }}
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
