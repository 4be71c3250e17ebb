// A search field with a list of options: its state, keys and attributes, and the parts of the list.

import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import css from './combo-box.module.css'

const arrowKeys = ['ArrowDown', 'ArrowUp']
/** These keys navigate the list only while an option is active; otherwise they move the caret, as in any field. */
const jumpKeys = ['Home', 'End', 'PageDown', 'PageUp']
const caretKeys = ['ArrowLeft', 'ArrowRight']

/**
 * An editable combobox (WAI-ARIA): a field with a list of suggestions. The focus stays in the field. No option is active
 * until an arrow key activates one, and arrow up from the first option deactivates it.
 */
export const useComboBox = ({
  listId,
  options,
  text,
  isShown = true,
  onOpen,
  onClose,
  onChoose,
}: {
  listId: string
  /** The ids are unique in the list and stable when other options change. */
  options: readonly { id: string }[]
  /** The text of the field. A change of the text deactivates the active option. */
  text: string
  /** Default: always. */
  isShown?: boolean
  onOpen?: () => void
  onClose: () => void
  onChoose: (id: string) => void
}) => {
  const [activation, setActivation] = useState<{ id: string | undefined; forText: string }>({
    id: undefined,
    forText: text,
  })
  const active =
    isShown && activation.forText === text ? options.findIndex(({ id }) => id === activation.id) : -1

  const activate = (index: number) => setActivation({ id: options[index]?.id, forText: text })
  const close = () => {
    activate(-1)
    onClose()
  }
  const nextIndex = (key: string): number | undefined => {
    if (!arrowKeys.includes(key) && (active < 0 || !jumpKeys.includes(key))) return undefined
    return key === 'ArrowUp' && active === 0 ? -1 : indexAfterKey(key, options.length, active)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
    if (altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return
    const target = nextIndex(key)
    const chosen = options[active]
    if (!isShown && arrowKeys.includes(key)) onOpen?.()
    else if (isShown && target !== undefined) activate(target)
    else if (isShown && key === 'Escape') close()
    else if (chosen && key === 'Enter') onChoose(chosen.id)
    else {
      if (caretKeys.includes(key)) activate(-1)
      return
    }
    event.preventDefault()
  }

  const optionId = (id: string) => `${listId}-${id}`
  return {
    active: options[active]?.id,
    close,
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isShown,
      'aria-controls': listId,
      'aria-activedescendant': options[active] && optionId(options[active].id),
      onKeyDown,
    } as const,
    option: (id: string) => ({
      id: optionId(id),
      'aria-selected': options[active]?.id === id,
      onClick: () => onChoose(id),
    }),
  }
}

/** How many options Page Up and Page Down skip. */
const pageStep = 8

/**
 * Returns the index of the option that a navigation key activates. `active` is the index of the active option, -1 for
 * none. Returns undefined for all other keys.
 */
export const indexAfterKey = (key: string, count: number, active: number): number | undefined => {
  const last = count - 1
  const targets: Record<string, number> = {
    ArrowDown: Math.min(active + 1, last),
    ArrowUp: active < 0 ? last : Math.max(active - 1, 0),
    Home: 0,
    End: last,
    PageDown: Math.min(active + pageStep, last),
    PageUp: Math.max(active - pageStep, 0),
  }
  return targets[key]
}

/** The popup of a combobox. Its parent sets the maximum width and height. */
export const ComboPopup = ({ className, children }: ComponentProps<'div'>) => (
  <div
    className={classNames(css.popup, className)}
    role="presentation"
    data-plain
    // A press on the popup or its scroll bar must not take the focus from the field.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
  >
    {children}
  </div>
)

export const ComboList = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div id={id} role="listbox" tabIndex={-1} aria-label={label}>
    {children}
  </div>
)

/** A group of options under its label; nothing without options. */
export const ComboGroup = ({ label, children }: { label: string; children: readonly ReactNode[] }) => {
  const id = useId()
  if (children.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className={css.group}>
      <p id={id} className={css.label}>
        {label}
      </p>
      {children}
    </div>
  )
}

/** Contains the last option, which stays visible while the others scroll. */
export const ComboFooter = ({ children }: { children: ReactNode }) => (
  <div className={css.foot}>{children}</div>
)

type ComboOptionProps = { id: string; 'aria-selected': boolean; onClick: () => void; children: ReactNode }

export const ComboOption = ({ id, 'aria-selected': active, onClick, children }: ComboOptionProps) => {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox keeps the focus and takes the keys
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={css.option}
      onClick={onClick}
    >
      {children}
    </div>
  )
}
