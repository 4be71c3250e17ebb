// Links to the public profile of a user, from which the profile leads back to the screen that they are on.

import type { ComponentProps } from 'react'
import { Link, useLocation, paths } from '../navigation/router.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import { classNames } from '../ui/class-names.ts'
import css from './person-link.module.css'

type WithPerson<LinkProps> = Omit<LinkProps, 'to' | 'state'> & { userId: string }

/** The link around a name or a picture. Its history state has the screen that it is on (`from`). */
export const PersonLink = ({ userId, className, ...rest }: WithPerson<ComponentProps<typeof Link>>) => (
  <Link {...rest} {...usePersonTarget(userId)} className={classNames(css.link, className)} />
)

/** A `PersonLink` that looks like a button. */
export const PersonButtonLink = ({ userId, ...rest }: WithPerson<ComponentProps<typeof ButtonLink>>) => (
  <ButtonLink {...rest} {...usePersonTarget(userId)} />
)

function usePersonTarget(userId: string) {
  const { pathname, search } = useLocation()
  return { to: paths.person(userId), state: { from: pathname + search } }
}
