import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../navigation/router.ts'
import { buttonClass } from './button.tsx'
import type { ButtonAppearance } from './button.tsx'
import { classNames } from '../class-names.ts'
import layout from '../../styles/layout.module.css'
import css from './button.module.css'

type Icons = { icon?: ReactNode; iconEnd?: ReactNode }

const Face = ({ icon, iconEnd, children }: Icons & { children: ReactNode }) => (
  <span className={css.face}>
    {icon}
    <span className={layout.contents}>{children}</span>
    {iconEnd}
  </span>
)

/** A link inside the product that looks like a button. */
export const ButtonLink = ({
  kind = 'secondary',
  size = 'medium',
  wide = false,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: ButtonAppearance & Icons & ComponentProps<typeof Link>) => (
  <Link {...rest} className={classNames(buttonClass({ kind, size, wide }), className)}>
    <Face icon={icon} iconEnd={iconEnd}>
      {children}
    </Face>
  </Link>
)

/** A link to another site (a live demo, a repository, a sign-in provider) that looks like a button. */
export const ButtonAnchor = ({
  kind = 'secondary',
  size = 'medium',
  wide = false,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: ButtonAppearance & Icons & ComponentProps<'a'>) => (
  <a rel="noreferrer" {...rest} className={classNames(buttonClass({ kind, size, wide }), className)}>
    <Face icon={icon} iconEnd={iconEnd}>
      {children}
    </Face>
  </a>
)
