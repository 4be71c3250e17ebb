// A button with an icon, with its accessible name as a tooltip or without one.

import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonKind } from './button.tsx'
import { classNames } from '../class-names.ts'
import { Tooltip } from './tooltip.tsx'
import css from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name. */
  label: string
  icon: ReactNode
  kind?: ButtonKind | undefined
  /** A count at the corner, hidden at 0. Include it in the label. */
  badge?: number | undefined
}

/** Without a tooltip: for dialogs, where Escape closes the dialog rather than a tooltip, and for the landing page, which loads none. */
export const PlainIconButton = ({ label, icon, kind = 'quiet', badge = 0, ...rest }: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    className={classNames(buttonClass({ kind }), css.iconButton, rest.className)}
  >
    {icon}
    {badge > 0 && (
      <span className={css.badge} aria-hidden="true">
        {badge > 99 ? '99+' : badge}
      </span>
    )}
  </button>
)

/** A button with an icon, whose accessible name is its tooltip. */
export const IconButton = (props: IconButtonProps) => (
  <Tooltip text={props.label}>
    <PlainIconButton {...props} />
  </Tooltip>
)
