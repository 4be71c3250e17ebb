// How people are shown: their image, their names, told apart from others of a list with the same name, and links to their public profiles, from
// which a profile leads back to the screen that the reader is on.

import type { Named as NamedOrStandIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { createContext, useContext, type ReactNode, type ComponentProps, useState } from 'react'
import { formatName } from '../i18n/t.ts'
import { Link, useFromHere, paths } from '../navigation/router.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { avatarColors, initials } from '@thirty/contracts/accounts/avatar-colors.ts'
import css from './people.module.css'

type AvatarProps = {
  /** The user's id. It determines the colours, so they stay when the name changes. */
  id: string
  name: string
  image?: string | null | undefined
  size: 20 | 26 | 32 | 36 | 44 | 52 | 84
}

/** The profile image, or the initials if there is none or it cannot be loaded. Decorative: the name stands beside it. */
export const Avatar = ({ id, name, image, size }: AvatarProps) => {
  const [failedImage, setFailedImage] = useState<string | null>(null)
  if (image && image !== failedImage)
    return (
      <img
        className={css.avatar}
        src={image}
        alt={''}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setFailedImage(image)}
      />
    )
  const { base, stripe, offset } = avatarColors(id)
  return (
    <svg aria-hidden className={css.avatar} viewBox="0 0 100 100" width={size} height={size} data-picture>
      <rect width="100" height="100" fill={base} />
      <g transform={`translate(${offset * 60} 100) skewX(-14)`} fill={stripe}>
        <rect x="-14" y="-100" width="17" height="100" />
        <rect x="22" y="-100" width="17" height="100" />
      </g>
      <text
        x="50"
        y="52"
        textAnchor="middle"
        dominantBaseline="central"
        className={css.initials}
        data-on-plate
      >
        {initials(formatName(name))}
      </text>
    </svg>
  )
}

/** Overlapping avatars. Decorative: text beside it says who or how many. */
export const AvatarStack = ({ people }: { people: readonly Omit<AvatarProps, 'size'>[] }) => (
  <span className={css.stack}>
    {people.map((person) => (
      <Avatar key={person.id} {...person} size={44} />
    ))}
  </span>
)

const PeopleContext = createContext<NameOf>(distinctNames([]))

/** Around a list of these people: inside, `useNameOf` tells those with one name apart. */
export const People = ({ of, children }: { of: readonly Named[]; children: ReactNode }) => (
  <PeopleContext value={distinctNames(of)}>{children}</PeopleContext>
)

/** Returns the function that names the people of the list around the component. */
export const useNameOf = (): NameOf => useContext(PeopleContext)

type PersonNameProps = { person: Named; as?: 'span' | 'strong' | 'bdi'; className?: string | undefined }

/** The name of a person of the list around it. Without `as` it is text alone: an element around it with `dir` looks into no `bdi`. */
export const PersonName = ({ person, as: Element, className }: PersonNameProps) => {
  const name = useNameOf()(person)
  if (!Element) return name
  return (
    <Element className={className} dir="auto">
      {name}
    </Element>
  )
}

/** A person in one of the shapes of the API. */
type Named = { username?: string | null | undefined } & (
  | { id: string; name: string }
  | { _id: string; name: string }
  | { _id: string; fullName: string }
)
export type NameOf = (person: Named) => string

const idOf = (person: Named): string => ('id' in person ? person.id : person._id)
const nameIn = (person: Named): string => ('fullName' in person ? person.fullName : person.name)

/** Returns a function that names each of these people: where several have one name, with the username, as in "Ada King @ada". */
export function distinctNames(people: readonly Named[]): NameOf {
  const idByName = new Map<string, string>()
  const shared = new Set<string>()
  for (const person of people) {
    const key = normalizeForSearch(nameIn(person))
    const first = idByName.get(key) ?? idOf(person)
    idByName.set(key, first)
    if (first !== idOf(person)) shared.add(key)
  }
  return (person) => {
    const name = formatName(nameIn(person))
    return person.username && shared.has(normalizeForSearch(nameIn(person)))
      ? `${name} @${person.username}`
      : name
  }
}

/** Returns the first word of a name, or all words that stand for somebody without an account. */
export function formatFirstName(person: NamedOrStandIn): string {
  const [field, name] = 'name' in person ? ['name', person.name] : ['fullName', person.fullName]
  const isStandIn = person.nameCodes?.[field] !== undefined
  return formatName(isStandIn ? name : (name.trim().split(/\s+/u)[0] ?? name))
}

type WithPerson<LinkProps> = Omit<LinkProps, 'to' | 'state'> & { userId: string }

/** The link around a name or a picture. Its history state has the screen that it is on (`from`). */
export const PersonLink = ({ userId, className, ...rest }: WithPerson<ComponentProps<typeof Link>>) => (
  <Link
    {...rest}
    to={paths.person(userId)}
    state={useFromHere()}
    className={classNames(css.link, className)}
  />
)

/** A `PersonLink` that looks like a button. */
export const PersonButtonLink = ({ userId, ...rest }: WithPerson<ComponentProps<typeof ButtonLink>>) => (
  <ButtonLink {...rest} to={paths.person(userId)} state={useFromHere()} />
)
