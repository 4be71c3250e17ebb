// Links that look like buttons: `ButtonLink` inside the product, `ButtonAnchor` to another site (a live demo, a repository, a sign-in
// provider).

import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../navigation/router.ts'
import { buttonClass, type ButtonAppearance } from './button.tsx'
import { classNames } from '../class-names.ts'
import layout from '../../styles/layout.module.css'
import css from './button.module.css'

type Icons = { icon?: ReactNode; iconEnd?: ReactNode }

/** Returns the attributes and the content of a link that looks like a button. */
const buttonLook = <
  Props extends ButtonAppearance & Icons & { className?: string | undefined; children?: ReactNode },
>({
  kind,
  size,
  wide,
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

export const ButtonLink = (props: ButtonAppearance & Icons & ComponentProps<typeof Link>) => (
  <Link {...buttonLook(props)} />
)

export const ButtonAnchor = (props: ButtonAppearance & Icons & ComponentProps<'a'>) => {
  const { children, ...link } = buttonLook(props)
  return (
    <a rel="noreferrer" {...link}>
      {children}
    </a>
  )
}
