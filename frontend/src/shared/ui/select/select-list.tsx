// The opened list of a select, with the library that places it. The control itself stays in `select.tsx`.

import { Check } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useLayoutEffect, type PointerEvent, type ReactNode, type Ref } from 'react'
import { activeLanguage } from '../../i18n/active-language.ts'
import css from './select.module.css'

export type SelectOption<Value = string> = {
  value: Value
  label: string
  /** Rendered before the label, such as a day badge. */
  before?: ReactNode
  /** Secondary text at the end of the option. */
  after?: string | undefined
  disabled?: boolean | undefined
}

type SelectListProps = {
  id: string
  control: HTMLButtonElement
  /** The press of the mouse that opened the list. When it ends elsewhere, the list closes or chooses, as lists of the system do. */
  press?: PointerEvent | undefined
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  onClose: () => void
}

/** Is open as long as it is rendered. */
export const SelectList = ({ id, options, value, onValueChange, onClose, ...opener }: SelectListProps) => (
  <Radix.Root
    open
    dir={activeLanguage.dir}
    onOpenChange={(open) => !open && onClose()}
    {...{ value, onValueChange }}
  >
    <Radix.Trigger asChild>
      <Opener {...opener} />
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content id={id} position="popper" sideOffset={6} className={css.list} data-plain>
        <Radix.Viewport nonce={styleNonce()}>
          {options.map((option) => (
            <Option key={option.value} {...option} />
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

type OpenerProps = Pick<SelectListProps, 'control' | 'press'> & {
  ref?: Ref<HTMLButtonElement>
  onPointerDown?: (press: PointerEvent) => void
}

/** Tells Radix that the control, which was there before the library, is what opened the list. */
const Opener = ({ control, press, ref, onPointerDown }: OpenerProps) => {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined
    const forget = ref(control)
    // Radix leaves a press alone whose default is prevented.
    if (press) onPointerDown?.(Object.assign(Object.create(press), { defaultPrevented: false }))
    return typeof forget === 'function' ? forget : () => void ref(null)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the list opens
  }, [])
  return null
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
 * library that locks the scrolling behind an open list.
 */
function styleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  Object.assign(globalThis, { __webpack_nonce__: nonce })
  return nonce
}
