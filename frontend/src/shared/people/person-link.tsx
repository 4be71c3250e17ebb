import type { ComponentProps } from 'react'
import { Link, useLocation } from '../navigation/router.ts'
import { paths } from '../navigation/paths.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { classNames } from '../ui/class-names.ts'
import css from './person-link.module.css'

type WithPerson<LinkProps> = Omit<LinkProps, 'to' | 'state'> & { userId: string }

/**
 * A link to the public profile of a user, such as around a name. The history state has the screen that it is on (`from`), so
 * that the profile can lead back there.
 */
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
