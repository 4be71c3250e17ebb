// A field to choose one option of a list.

import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldControlProps, type FieldLabelProps } from '../forms/field-frame.tsx'
import field from '../forms/field.module.css'
import { t } from '../../i18n/t.ts'
import { activeLanguage } from '../../i18n/active-language.ts'
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
  placeholder = t('forms.choose'),
  disabled = false,
  controlProps,
}: ListBoxProps) => {
  // Radix needs the options of a closed list for two things: form submission and typing to select. Many options block a slow phone, so
  // without a name they wait for the focus.
  const [hasOptions, setHasOptions] = useState(name !== undefined)
  const renderOptions = () => setHasOptions(true)
  const chosen = options.find((option) => option.value === value)
  return (
    <Radix.Root
      dir={activeLanguage.dir}
      onOpenChange={renderOptions}
      {...{ value, onValueChange, disabled }}
      {...(name !== undefined && { name })}
    >
      <Radix.Trigger
        {...controlProps}
        onFocus={renderOptions}
        className={classNames(field.box, css.button)}
        data-wrong={controlProps['aria-invalid']}
        aria-labelledby={`${controlProps.id}-label ${controlProps.id}`}
      >
        <Radix.Value>
          {chosen?.before}
          <span className={chosen ? css.label : css.placeholder}>{chosen?.label ?? placeholder}</span>
        </Radix.Value>
        <ChevronDown size={18} className={css.chevron} />
      </Radix.Trigger>
      {hasOptions && (
        <Radix.Portal>
          <Radix.Content position="popper" sideOffset={6} className={css.list} data-plain>
            <Radix.Viewport nonce={styleNonce()}>
              {options.map((option) => (
                <Option key={option.value} {...option} />
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}

const Option = ({ value, label, before, after, disabled = false }: SelectOption) => (
  <Radix.Item value={value} disabled={disabled} textValue={label} className={css.option}>
    {before}
    <span className={css.label}>
      <Radix.ItemText>{label}</Radix.ItemText>
    </span>
    {after && <span className={css.after}>{after}</span>}
    <Radix.ItemIndicator className={css.tick}>
      <Check size={18} />
    </Radix.ItemIndicator>
  </Radix.Item>
)

/**
 * Returns the nonce with which the content security policy of this page allows a style element, and gives it to the
 * library that locks the scrolling behind an open list. A prerendered page has no open list, and no nonce.
 */
function styleNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  Object.assign(globalThis, { __webpack_nonce__: nonce })
  return nonce
}
