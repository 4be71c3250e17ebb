// A button with an icon and without a tooltip, for the landing page, which must stay small, and for dialogs, where Escape closes the
// dialog.

import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonKind } from './button.tsx'
import { classNames } from '../class-names.ts'
import css from './icon-button.module.css'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name. */
  label: string
  icon: ReactNode
  kind?: ButtonKind | undefined
  /** A count at the corner, hidden at 0. Include it in the label. */
  badge?: number | undefined
}

export const PlainIconButton = ({
  label,
  icon,
  kind = 'quiet',
  badge = 0,
  className,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    className={classNames(buttonClass({ kind }), css.iconButton, className)}
  >
    {icon}
    {badge > 0 && (
      <span className={css.badge} aria-hidden="true">
        {badge > 99 ? '99+' : badge}
      </span>
    )}
  </button>
)
