// The card at the top of a profile, the user's own or another person's: image, name, texts, links. Callers add actions and figures.

import type { ProfilePerson } from '@thirty/contracts/accounts/public-profile-api.ts'
import { isWebAddress } from '@thirty/contracts/user-texts/web-address.ts'
import { Link2, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCurrentDay } from '../challenge/current-day.ts'
import { plannedDays } from '../challenge/day-marks.ts'
import { ThirtyBarsBackdrop } from '../charts/days/thirty-bars-backdrop.tsx'
import { formatName } from '../i18n/t.ts'
import { Avatar } from '../people/people.tsx'
import { Card } from '../ui/display/surfaces.tsx'
import layout from '../styles/layout.module.css'
import words from '../styles/words.module.css'
import css from './person-card.module.css'

type PersonCardProps = {
  person: Omit<ProfilePerson, 'role' | 'joinedAt'>
  heading: 'h1' | 'h2'
  /** Beside the name, such as a badge. */
  mark?: ReactNode
  /** Further facts: `li` with an icon and a text. */
  facts?: ReactNode
  /** Below the facts. */
  actions?: ReactNode
  /** The figures at the end. */
  children?: ReactNode
}

export const PersonCard = ({ person, heading: Heading, mark, facts, actions, children }: PersonCardProps) => {
  const { day, started, ended } = useCurrentDay()
  return (
    <Card as="section" padding="none" className={css.card} aria-labelledby="person-name">
      <div className={css.cover} data-field>
        <ThirtyBarsBackdrop days={plannedDays(started && !ended ? day : 0)} height={84} />
      </div>
      <div className={css.body}>
        <span className={css.avatar}>
          <Avatar id={person.id} name={person.name} image={person.avatar} size={84} />
        </span>
        <div className={css.names}>
          <Heading id="person-name" dir="auto">
            {formatName(person.name)}
          </Heading>
          {mark}
          {person.username !== null && (
            <p>
              <bdi>{`@${person.username}`}</bdi>
            </p>
          )}
        </div>
        {person.bio !== '' && (
          <p className={words.userText} dir="auto">
            {person.bio}
          </p>
        )}
        <ul className={css.facts}>
          {person.location !== '' && (
            <li>
              <MapPin />
              <span dir="auto">{person.location}</span>
            </li>
          )}
          {isWebAddress(person.website) && (
            <li>
              <Link2 />
              <a
                className={css.website}
                href={person.website}
                rel="noopener noreferrer nofollow ugc"
                target="_blank"
              >
                {person.website}
              </a>
            </li>
          )}
          {facts}
        </ul>
        {actions && <div className={layout.cluster8}>{actions}</div>}
        {children && <div className={css.figures}>{children}</div>}
      </div>
    </Card>
  )
}
