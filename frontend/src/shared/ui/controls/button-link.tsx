// Links that look like buttons: `ButtonLink` inside the product, `ButtonAnchor` to another site (a live demo, a repository, a sign-in
// provider).

import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../navigation/router.ts'
import { buttonClass, ButtonFace, type ButtonAppearance, type ButtonIcons } from './button.tsx'
import { classNames } from '../class-names.ts'

type Look = ButtonAppearance & ButtonIcons & { className?: string | undefined; children?: ReactNode }

/** Returns the attributes and the content of a link that looks like a button. */
const buttonLook = <Props extends Look>({ kind, size, wide, icon, iconEnd, ...link }: Props) => ({
  ...link,
  className: classNames(buttonClass({ kind, size, wide }), link.className),
  children: <ButtonFace {...{ icon, iconEnd }}>{link.children}</ButtonFace>,
})

export const ButtonLink = (props: ButtonAppearance & ButtonIcons & ComponentProps<typeof Link>) => (
  <Link {...buttonLook(props)} />
)

export const ButtonAnchor = (props: ButtonAppearance & ButtonIcons & ComponentProps<'a'>) => {
  const { children, ...link } = buttonLook(props)
  return (
    <a rel="noreferrer" {...link}>
      {children}
    </a>
  )
}
