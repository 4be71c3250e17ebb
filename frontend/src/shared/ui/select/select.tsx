// A field to choose one option of a list. The list, with its library, is loaded when the control is reached: typing the beginning of an
// option, which chooses it while the list is closed, does without.

import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { ChevronDown } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { classNames } from '../class-names.ts'
import { lazyDialog, preloadOnline } from '../dialog/lazy-dialog.tsx'
import { FieldFrame, type FieldControlProps, type FieldLabelProps } from '../forms/field.tsx'
import field from '../forms/field.module.css'
import { t } from '../../i18n/t.ts'
import type { SelectOption } from './select-list.tsx'
import css from './select.module.css'

const SelectList = lazyDialog(async () => (await import('./select-list.tsx')).SelectList)

type SelectProps<Value> = FieldLabelProps & {
  id?: string | undefined
  options: readonly SelectOption<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean | undefined
}

export const Select = <Value,>({ options, value, onValueChange, disabled, ...frame }: SelectProps<Value>) => (
  <FieldFrame {...frame}>
    {(controlProps) => (
      <ListBox
        {...{ disabled, controlProps }}
        // By their places: the library takes texts only, and no empty one.
        options={options.map((option, index) => ({ ...option, value: String(index) }))}
        value={String(options.findIndex((option) => option.value === value))}
        onValueChange={(index) => {
          const chosen = options[Number(index)]
          if (chosen) onValueChange(chosen.value)
        }}
      />
    )}
  </FieldFrame>
)

type ListBoxProps = Pick<SelectProps<string>, 'options' | 'value' | 'onValueChange' | 'disabled'> & {
  controlProps: FieldControlProps
}

/** Keys that open the list; others are the beginning of an option. */
const openKeys = /^( |Enter|ArrowUp|ArrowDown)$/
/** How long letters belong to the same text, in milliseconds. */
const typingMs = 1_000

const ListBox = ({ options, value, onValueChange, disabled = false, controlProps }: ListBoxProps) => {
  const [opened, setOpened] = useState<{ control: HTMLButtonElement; press?: PointerEvent }>()
  const typed = useRef({ text: '', at: 0 })
  const pointerType = useRef<string>(undefined)
  const chosen = options.find((option) => option.value === value)
  const listId = `${controlProps.id}-list`
  const close = () => setOpened(undefined)
  const reach = () => preloadOnline(SelectList.preload)

  const onPointerDown = (press: PointerEvent<HTMLButtonElement>) => {
    pointerType.current = press.pointerType
    // Browsers tell a disabled button of a press, though not of a click.
    if (disabled || press.pointerType !== 'mouse' || press.button !== 0 || press.ctrlKey) return
    // The focus goes to the list, and must not come back with the events that follow.
    press.preventDefault()
    press.currentTarget.focus()
    setOpened({ control: press.currentTarget, press })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const { key, ctrlKey, altKey, metaKey, timeStamp } = event
    const before = timeStamp - typed.current.at < typingMs ? typed.current.text : ''
    if (openKeys.test(key) && !(key === ' ' && before !== '')) {
      event.preventDefault()
      setOpened({ control: event.currentTarget })
    } else if (key.length === 1 && !ctrlKey && !altKey && !metaKey) {
      // A space between two words does not press the button.
      event.preventDefault()
      const text = before + key
      typed.current = { text, at: timeStamp }
      const isRepeated = [...text].every((letter) => letter === key)
      const next = optionForText(isRepeated ? key : text, options, chosen)
      if (next && next !== chosen) onValueChange(next.value)
    }
  }
  return (
    <>
      <button
        {...controlProps}
        type="button"
        role="combobox"
        aria-autocomplete="none"
        aria-expanded={opened !== undefined}
        aria-controls={opened && listId}
        aria-labelledby={`${controlProps.id}-label ${controlProps.id}`}
        data-state={opened ? 'open' : 'closed'}
        data-wrong={controlProps['aria-invalid']}
        disabled={disabled}
        className={classNames(field.box, css.button)}
        onPointerEnter={reach}
        onFocus={reach}
        onPointerDown={onPointerDown}
        onPointerUp={() => setOpened((now) => now && { control: now.control })}
        onClick={({ currentTarget }) => {
          currentTarget.focus()
          if (pointerType.current !== 'mouse') setOpened({ control: currentTarget })
        }}
        onKeyDown={onKeyDown}
        // A list that is still on its way does not take the focus back from where the user went.
        onBlur={({ relatedTarget }) => !relatedTarget?.closest('[role="listbox"]') && close()}
      >
        {chosen?.before}
        <span className={chosen ? css.label : css.placeholder}>{chosen?.label ?? t('forms.choose')}</span>
        <ChevronDown size={18} className={css.chevron} />
      </button>
      {opened && (
        <SelectList {...opened} id={listId} {...{ options, value, onValueChange }} onClose={close} />
      )}
    </>
  )
}

/**
 * Returns the next enabled option that begins with the typed text, from the chosen one on and then from the top. A single letter skips
 * the chosen option, so that pressing it again finds the next one.
 */
function optionForText(text: string, options: readonly SelectOption[], chosen: SelectOption | undefined) {
  const prefix = normalizeForSearch(text)
  const from = Math.max(chosen ? options.indexOf(chosen) : -1, 0)
  const inTurn = [...options.slice(from), ...options.slice(0, from)].filter(
    (option) => !(text.length === 1 && option === chosen),
  )
  return inTurn.find(({ label, disabled }) => !disabled && normalizeForSearch(label).startsWith(prefix))
}
