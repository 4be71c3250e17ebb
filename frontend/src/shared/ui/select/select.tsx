import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { FieldFrame } from '../forms/field-frame.tsx'
import type { FieldControlProps, FieldLabelProps } from '../forms/field-frame.tsx'
import { useListBox } from './use-list-box.ts'
import hidden from '../visually-hidden.module.css'
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
    {(controlProps) => <ListBox {...list} controlProps={controlProps} />}
  </FieldFrame>
)

type ListBoxProps = Omit<SelectProps, keyof FieldLabelProps | 'id'> & { controlProps: FieldControlProps }

const ListBox = ({
  options,
  value,
  onValueChange,
  name,
  placeholder = 'Choose',
  disabled = false,
  controlProps,
}: ListBoxProps) => {
  const listId = useId()
  const chosen = options.findIndex((option) => option.value === value)
  const chooseAt = (index: number) => {
    const option = options[index]
    if (option && option.value !== value) onValueChange(option.value)
  }
  const listBox = useListBox({ options, chosen, onChoose: chooseAt })
  const option = options[chosen]

  return (
    <div className={css.select}>
      <button
        type="button"
        role="combobox"
        {...controlProps}
        className={classNames(field.box, css.button)}
        disabled={disabled}
        data-wrong={controlProps['aria-invalid']}
        aria-haspopup="listbox"
        aria-expanded={listBox.open}
        data-keeps-escape={listBox.open || undefined}
        aria-controls={listId}
        aria-labelledby={`${controlProps.id}-label ${controlProps.id}`}
        aria-activedescendant={
          listBox.open && listBox.active >= 0 ? `${listId}-${listBox.active}` : undefined
        }
        onClick={() => (listBox.open ? listBox.close() : listBox.openAt())}
        onKeyDown={listBox.onKeyDown}
        onBlur={listBox.close}
      >
        {option?.before}
        <span className={option ? css.label : css.placeholder}>{option?.label ?? placeholder}</span>
        <ChevronDown aria-hidden="true" size={18} className={css.chevron} />
      </button>
      {name && <HiddenSelect {...{ name, value, options, disabled, onValueChange }} />}
      {listBox.open && (
        <List
          {...{ listId, options, chosen, active: listBox.active }}
          onPoint={listBox.setActive}
          onChoose={listBox.choose}
        />
      )}
    </div>
  )
}

type HiddenSelectProps = Required<
  Pick<ListBoxProps, 'name' | 'value' | 'options' | 'disabled' | 'onValueChange'>
>

/** Submits the value with the form and receives the browser's autofill. */
const HiddenSelect = ({ name, value, options, disabled, onValueChange }: HiddenSelectProps) => (
  <select
    className={hidden.visuallyHidden}
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
  onPoint: (index: number) => void
  onChoose: (index: number) => void
}

const List = ({ listId, options, chosen, active, onPoint, onChoose }: ListProps) => {
  const list = useRef<HTMLDivElement>(null)
  const [opensAbove, setOpensAbove] = useState(false)
  useLayoutEffect(() => {
    const rect = list.current?.getBoundingClientRect()
    if (rect && rect.bottom > window.innerHeight && rect.top - rect.height > 0) setOpensAbove(true)
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
      data-above={opensAbove || undefined}
      // A press on the list or its scroll bar must not take the focus from the button.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox keeps the focus and takes the keys
        <div
          key={option.value}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          className={css.option}
          aria-selected={index === chosen}
          aria-disabled={option.disabled || undefined}
          data-active={index === active || undefined}
          onPointerMove={() => index !== active && onPoint(index)}
          onClick={() => !option.disabled && onChoose(index)}
        >
          {option.before}
          <span className={css.label}>{option.label}</span>
          {option.after && <span className={css.after}>{option.after}</span>}
          {index === chosen && <Check aria-hidden="true" size={18} className={css.tick} />}
        </div>
      ))}
    </div>
  )
}
