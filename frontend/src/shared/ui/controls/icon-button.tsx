import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import type { ButtonKind } from './button.tsx'
import { classNames } from '../class-names.ts'
import css from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** What pressing it does; spoken, and shown as the tooltip. */
  label: string
  icon: ReactNode
  kind?: ButtonKind | undefined
  /** A number at the corner; nothing at 0. The label should say it too. */
  badge?: number | undefined
}

export const IconButton = ({
  label,
  icon,
  kind = 'quiet',
  badge = 0,
  className,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    title={label}
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
