// A field for a list of words, each of which becomes a chip.

import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { X } from 'lucide-react'
import { afterPress } from '../after-press.ts'
import { FieldFrame, type FieldLabelProps } from './field.tsx'
import field from './field.module.css'
import { t } from '../../i18n/t.ts'
import { splitCommaList } from '../display/surfaces.tsx'
import css from './chips-input.module.css'

type ChipsInputProps = Pick<FieldLabelProps, 'label' | 'error' | 'optional'> &
  Pick<ComponentProps<'input'>, 'id' | 'name' | 'placeholder' | 'maxLength'> & {
    /** The chips as a comma-separated list, such as "TypeScript, CSS". */
    value: string
    onValueChange: (value: string) => void
    onBlur?: () => void
  }

/** Joins entries to a comma-separated list. */
const joinCommaList = (entries: readonly string[]) => splitCommaList(entries.join(',')).join(', ')

export const ChipsInput = ({ value, onValueChange, maxLength = 300, ...props }: ChipsInputProps) => {
  const { label, optional, id } = props
  /** The entry being typed. */
  const [draft, setDraft] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const [isTooLong, setIsTooLong] = useState(false)
  const chips = splitCommaList(value)

  /** Adds the entries of a text and leaves `rest` in the field. A text that does not fit stays there as a whole. */
  const addChips = (text: string, rest = '') => {
    const next = joinCommaList([...chips, text])
    const fits = next.length <= maxLength
    setIsTooLong(!fits)
    if (!fits) return setDraft(rest === '' ? text : `${text}, ${rest}`)
    setDraft(rest)
    if (next !== value) onValueChange(next)
  }
  const updateDraft = (text: string) => {
    const comma = text.lastIndexOf(',')
    if (comma >= 0) return addChips(text.slice(0, comma), text.slice(comma + 1).trimStart())
    setIsTooLong(false)
    setDraft(text)
  }
  const remove = (chip: string) => {
    setIsTooLong(false)
    onValueChange(joinCommaList(chips.filter((other) => other !== chip)))
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = chips.at(-1)
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault()
      addChips(draft)
    } else if (event.key === 'Backspace' && draft === '' && last !== undefined) remove(last)
  }

  return (
    <FieldFrame
      {...{ label, optional, id }}
      hint={t('forms.separateWithComma')}
      error={isTooLong ? t('forms.entryTooLong', { maxLength }) : props.error}
    >
      {(controlProps) => (
        <div className={`${field.box} ${css.box}`} data-wrong={controlProps['aria-invalid']}>
          {chips.map((chip) => (
            <span key={chip} className={css.chip}>
              {chip}
              <button
                type="button"
                aria-label={t('forms.removeEntry', { entry: chip })}
                onClick={() => remove(chip)}
              >
                <X size={14} />
              </button>
            </span>
          ))}
          <input
            {...controlProps}
            name={props.name}
            ref={input}
            className={`${field.input} ${css.input}`}
            value={draft}
            placeholder={chips.length === 0 ? props.placeholder : undefined}
            spellCheck={false}
            onChange={(event) => updateDraft(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (draft.trim() !== '') afterPress(() => addChips(draft))
              props.onBlur?.()
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
