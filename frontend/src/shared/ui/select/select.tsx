import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { FieldFrame } from '../forms/field-frame.tsx'
import type { FieldControlProps, FieldLabelProps } from '../forms/field-frame.tsx'
import { useListBox } from './use-list-box.ts'
import spoken from '../visually-hidden.module.css'
import field from '../forms/field.module.css'
import css from './select.module.css'

export type SelectOption = {
  value: string
  label: string
  /** Rendered before the label, such as a day badge. */
  before?: ReactNode
  /** Secondary text at the end of the option. */
  after?: string | undefined
  disabled?: boolean | undefined
}

type SelectProps = FieldLabelProps & {
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  name?: string | undefined
  id?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
}

export const Select = ({
  label,
  hint,
  error,
  optional = false,
  labelHidden = false,
  id,
  ...list
}: SelectProps) => (
  <FieldFrame {...{ label, hint, error, optional, labelHidden, id }}>
    {(wiring) => <ListBox {...list} wiring={wiring} />}
  </FieldFrame>
)

type ListBoxProps = Omit<SelectProps, keyof FieldLabelProps | 'id'> & { wiring: FieldControlProps }

const ListBox = ({
  options,
  value,
  onValueChange,
  name,
  placeholder = 'Choose',
  disabled = false,
  wiring,
}: ListBoxProps) => {
  const listId = useId()
  const chosen = options.findIndex((option) => option.value === value)
  const chooseAt = (at: number) => {
    const option = options[at]
    if (option && option.value !== value) onValueChange(option.value)
  }
  const box = useListBox({ lines: options, chosen, onChoose: chooseAt })
  const option = options[chosen]

  return (
    <div className={css.select}>
      <button
        type="button"
        role="combobox"
        {...wiring}
        className={classNames(field.box, css.button)}
        disabled={disabled}
        data-wrong={wiring['aria-invalid']}
        aria-haspopup="listbox"
        aria-expanded={box.open}
        data-keeps-escape={box.open || undefined}
        aria-controls={listId}
        aria-labelledby={`${wiring.id}-label ${wiring.id}`}
        aria-activedescendant={box.open && box.active >= 0 ? `${listId}-${box.active}` : undefined}
        onClick={() => (box.open ? box.close() : box.show())}
        onKeyDown={box.onKeyDown}
        onBlur={box.close}
      >
        {option?.before}
        <span className={option ? css.label : css.placeholder}>{option?.label ?? placeholder}</span>
        <ChevronDown aria-hidden="true" size={18} className={css.chevron} />
      </button>
      {name && <NativeTwin {...{ name, value, options, disabled, onValueChange }} />}
      {box.open && (
        <List
          {...{ listId, options, chosen, active: box.active }}
          onPoint={box.setActive}
          onChoose={box.choose}
        />
      )}
    </div>
  )
}

type NativeTwinProps = Required<
  Pick<ListBoxProps, 'name' | 'value' | 'options' | 'disabled' | 'onValueChange'>
>

/** Submits the value with the form and receives the browser's autofill. */
const NativeTwin = ({ name, value, options, disabled, onValueChange }: NativeTwinProps) => (
  <select
    className={spoken.only}
    tabIndex={-1}
    aria-hidden="true"
    {...{ name, value, disabled }}
    onChange={(event) => onValueChange(event.target.value)}
  >
    {!options.some((option) => option.value === value) && <option value={value}>{value}</option>}
    {options.map((option) => (
      <option key={option.value} value={option.value} disabled={option.disabled}>
        {option.label}
      </option>
    ))}
  </select>
)

type ListProps = {
  listId: string
  options: readonly SelectOption[]
  chosen: number
  active: number
  onPoint: (at: number) => void
  onChoose: (at: number) => void
}

const List = ({ listId, options, chosen, active, onPoint, onChoose }: ListProps) => {
  const list = useRef<HTMLDivElement>(null)
  const [above, setAbove] = useState(false)
  useLayoutEffect(() => {
    const place = list.current?.getBoundingClientRect()
    if (place && place.bottom > window.innerHeight && place.top - place.height > 0) setAbove(true)
  }, [])
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label="Choices"
      className={css.list}
      data-above={above || undefined}
      // A press on the list or its scroll bar must not take the focus from the button.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox keeps the focus and takes the keys
        <div
          key={option.value}
          id={`${listId}-${at}`}
          role="option"
          tabIndex={-1}
          className={css.option}
          aria-selected={at === chosen}
          aria-disabled={option.disabled || undefined}
          data-active={at === active || undefined}
          onPointerMove={() => at !== active && onPoint(at)}
          onClick={() => !option.disabled && onChoose(at)}
        >
          {option.before}
          <span className={css.label}>{option.label}</span>
          {option.after && <span className={css.after}>{option.after}</span>}
          {at === chosen && <Check aria-hidden="true" size={18} className={css.tick} />}
        </div>
      ))}
    </div>
  )
}
