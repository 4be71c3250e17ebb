// A search field that reports every key press. Escape and the clear button empty it.

import { useRef, type ComponentProps } from 'react'
import { Search, X } from 'lucide-react'
import { Field, type FieldProps } from './field.tsx'
import { KeyHint } from '../display/surfaces.tsx'
import { t } from '../../i18n/t.ts'
import css from './field.module.css'

type SearchFieldProps = Pick<FieldProps, 'id' | 'name' | 'placeholder'> & {
  /** Default of the placeholder, too. */
  label: string
  /** Default: true. */
  labelHidden?: boolean | undefined
  value: string
  onValueChange: (value: string) => void
  /** A keyboard shortcut to this field, shown at its end while it is empty. The screen handles the key. */
  shortcut?: string | undefined
  /** Makes the field a combobox: its ARIA attributes, and a key handler that runs before the field's own. */
  combobox?: ComponentProps<'input'> | undefined
}

export const SearchField = ({ value, onValueChange, shortcut, combobox, ...rest }: SearchFieldProps) => {
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
      // `type="search"` must not have the role combobox (ARIA in HTML); `enterKeyHint` still labels the key on phones.
      type={combobox ? 'text' : 'search'}
      enterKeyHint="search"
      autoComplete="off"
      labelHidden={rest.labelHidden ?? true}
      icon={<Search />}
      placeholder={rest.placeholder ?? rest.label}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      // The Escape that clears the field must not close a surrounding dialog.
      data-keeps-escape={value !== '' || undefined}
      onKeyDown={(event) => {
        const closesList = combobox?.['aria-expanded'] === true
        combobox?.onKeyDown?.(event)
        if (event.key === 'Escape' && value !== '' && !closesList) clear()
      }}
      end={
        value !== '' ? (
          <button type="button" className={css.end} aria-label={t('forms.clearSearch')} onClick={clear}>
            <X />
          </button>
        ) : (
          shortcut && (
            <span className={css.end}>
              <KeyHint>{shortcut}</KeyHint>
            </span>
          )
        )
      }
    />
  )
}
