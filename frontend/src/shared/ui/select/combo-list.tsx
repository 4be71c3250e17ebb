import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import css from './combo-list.module.css'

/** The popup of a combobox. Its parent sets the maximum width and height. */
export const ComboPopup = ({
  className,
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) => (
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

/** A group of options under its label. */
export const ComboGroup = ({ label, children }: { label: string; children: ReactNode }) => {
  const id = useId()
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
