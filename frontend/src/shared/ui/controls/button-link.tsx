import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../navigation/router.ts'
import { buttonClass } from './button.tsx'
import type { ButtonAppearance } from './button.tsx'
import { classNames } from '../class-names.ts'
import layout from '../../styles/layout.module.css'
import css from './button.module.css'

type Icons = { icon?: ReactNode; iconEnd?: ReactNode }

/** Returns the attributes and the content of a link that looks like a button. */
const buttonLook = <
  Props extends ButtonAppearance & Icons & { className?: string | undefined; children?: ReactNode },
>({
  kind = 'secondary',
  size = 'medium',
  wide = false,
  icon,
  iconEnd,
  className,
  children,
  ...link
}: Props) => ({
  ...link,
  className: classNames(buttonClass({ kind, size, wide }), className),
  children: (
    <span className={css.face}>
      {icon}
      <span className={layout.contents}>{children}</span>
      {iconEnd}
    </span>
  ),
})

/** A link inside the product that looks like a button. */
export const ButtonLink = (props: ButtonAppearance & Icons & ComponentProps<typeof Link>) => (
  <Link {...buttonLook(props)} />
)

/** A link to another site (a live demo, a repository, a sign-in provider) that looks like a button. */
export const ButtonAnchor = (props: ButtonAppearance & Icons & ComponentProps<'a'>) => {
  const { children, ...link } = buttonLook(props)
  return (
    <a rel="noreferrer" {...link}>
      {children}
    </a>
  )
}
